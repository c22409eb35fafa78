/** What a public link shows. @module */
export const shared = {
  'shared.gone.title': 'This link has ended',
  'shared.gone.text': 'Whoever made it has revoked it, or its time is over.',
  'shared.missing.title': 'There is no such link',
  'shared.missing.text': 'The address is not whole, or what it showed was deleted.',
  'shared.asset.untitled': 'A registered picture',
  'shared.asset.registered': 'This picture is registered here, and its owner shows it to everyone who has this link.',
  'shared.asset.withdrawn': 'Its owner has withdrawn this picture',
  'shared.asset.withdrawnOn': 'Since {time}. Reason: {reason}',
  'shared.asset.noReason': 'none was given',
  'shared.asset.facts': 'Facts',
  'shared.asset.size': 'Size',
  'shared.asset.hash': 'SHA-256 of the original',
  'shared.asset.markedHash': 'SHA-256 of the marked picture',
  'shared.asset.checkText': 'Have a copy of this picture? Check whether it is still the registered one.',
} as const;
