/** Options and arguments that several commands have. @module */

/** `--name VALUE` */
export const value = (placeholder: string, brief: string) =>
  ({ kind: 'parsed', parse: String, optional: true, placeholder, brief }) as const;

/** `--name VALUE`, any number of times. */
export const several = (placeholder: string, brief: string) =>
  ({ kind: 'parsed', parse: String, optional: true, variadic: true, placeholder, brief }) as const;

/** `--name VALUE`, which has to be given. */
export const needed = (placeholder: string, brief: string) =>
  ({ kind: 'parsed', parse: String, placeholder, brief }) as const;

/** `--name` */
export const on = (brief: string) => ({ kind: 'boolean', optional: true, withNegated: false, brief }) as const;

/** A positional argument. */
export const argument = (placeholder: string, brief: string) => ({ parse: String, placeholder, brief }) as const;

/** A last positional argument that may be left out. */
export const maybe = (placeholder: string, brief: string) =>
  ({ ...argument(placeholder, brief), optional: true }) as const;

/** Positional arguments of one kind, at least `minimum` of them. */
export const rest = (placeholder: string, brief: string, minimum: number) =>
  ({ kind: 'array', parameter: argument(placeholder, brief), minimum, maximum: 10_000 }) as const;

export const none = { kind: 'tuple', parameters: [] } as const;

export const SERVER = value('URL', 'the service; default $ASSAY_SERVER or http://127.0.0.1:8080');

export const DATA_DIR = value('DIR', 'instead of $ASSAY_DATA_DIR');

/** For the help of commands that work on the data folder. */
export const DATA_DIR_HELP = `Reads the settings of the service from the environment and the file .env, see: assay config. Stop the service first: its
data folder belongs to one process at a time.`;

/** For the help of commands that a running service does in their place. */
export const BESIDE_HELP = `Reads the settings of the service from the environment and the file .env, see: assay config. A service that runs on the data
folder goes on and does it itself.`;

export const JSON_LINES = on("the service's answer as JSON, one line for each; so too where no terminal reads it");
export const JSON_ONE = on("the service's answer as JSON; so too where no terminal reads it");
export const WRITTEN_JSON = on('with -o: {file, size_bytes}; so too where no terminal reads it');
export const OUTPUT = value('FILE', 'write it there');
export const FORCE = on('overwrite files');
export const LIMIT = value('N', 'at most so many; default 100');
export const PICTURES = rest('FILE', 'a picture, a folder, a pattern, @LIST of names, or - for standard input', 1);
export const PICTURES_HELP =
  'FILE may be a picture, a folder (all pictures below it), a pattern in quotes, @LIST (a file with a name on each line) or -\nfor standard input. One that cannot be taken is named on standard error and stops none of the others.';

/** One positional argument. */
export const one = (placeholder: string, brief: string) =>
  ({ kind: 'tuple', parameters: [argument(placeholder, brief)] }) as const;

/** Two of them. */
export const two = (first: readonly [string, string], second: readonly [string, string]) =>
  ({ kind: 'tuple', parameters: [argument(...first), argument(...second)] }) as const;
