/** The members that a caller sent: what is missing stays as it is, `null` clears (RFC 7396). @module */

type Sent<Fields> = { [Name in keyof Fields]?: Exclude<Fields[Name], undefined> };

export const sentFields = <Fields extends object>(fields: Fields): Sent<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Sent<Fields>;
