/** What the marks of a picture were seen to survive after it was registered, as its history says. @module */

export interface AttackOutcome {
  /** docs/reference/watermarks.md#what-the-marks-survive lists them. */
  readonly attack: string;
  /** At least one track still names the asset. */
  readonly survived: boolean;
}

/** Names of attacks in histories, and of the messages that say them to a reader. */
const MESSAGES = {
  'jpeg 90': 'jpeg90',
  'jpeg 75': 'jpeg75',
  'jpeg 50': 'jpeg50',
  'reduced to 75 %': 'reduced75',
  'reduced to 50 %': 'reduced50',
  'cropped by 10 %': 'cropped10',
  'cropped by 25 %': 'cropped25',
  'turned by 2 degrees': 'turned2',
  'turned by 90 degrees': 'turned90',
  blurred: 'blurred',
  noisy: 'noisy',
  screenshot: 'screenshot',
} as const;

type Message = (typeof MESSAGES)[keyof typeof MESSAGES];

/** One of another version is shown as it is. @param say the message of this name, in the reader's language */
export const attackText = (attack: string, say: (message: Message) => string): string =>
  Object.hasOwn(MESSAGES, attack) ? say(MESSAGES[attack as keyof typeof MESSAGES]) : attack;

interface Step {
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Of the file that was marked last; null if nothing was tried on it yet. @param steps in the order of the chain */
export function attacksOf(steps: readonly Step[]): readonly AttackOutcome[] | null {
  const last = steps.findLast(({ action }) => action === 'marked' || action === 'robustness_measured');
  const tried = last?.details['attacks'];
  if (!Array.isArray(tried)) return null;
  return tried.flatMap((one: Partial<AttackOutcome> | null) =>
    typeof one?.attack === 'string' && typeof one.survived === 'boolean'
      ? [{ attack: one.attack, survived: one.survived }]
      : [],
  );
}
