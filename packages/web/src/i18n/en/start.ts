/** What the page that checks pictures says before there is a result, and the words of verdicts. @module */
export const start = {
  'title.idle': 'Assay – check a picture',
  'title.busy': 'Checking … – Assay',
  'title.failed': 'Not checked – Assay',

  'start.heading': 'Is this the picture that was registered?',
  'start.lead':
    'Assay looks for the registered original of a picture, compares the two, and shows what was found and how we know.',
  'start.choose': 'Choose pictures',
  'start.hint': 'or drop them anywhere on this page, or paste one from the clipboard.',
  'start.privacy':
    'The image is not kept: it is discarded once it is judged. The log of checks keeps its SHA-256 hash, the verdict, and the network address that asked.',
  'start.drop': 'Drop pictures to check them',

  'how.heading': 'How a check works',
  'how.find.title': 'Find',
  'how.find.text':
    'The exact file, an invisible watermark in the pixels, or a fingerprint of the picture leads to a registered original.',
  'how.compare.title': 'Compare',
  'how.compare.text':
    'The picture is laid over the original, undoing crop, scale and rotation. What still differs becomes a tamper map.',
  'how.judge.title': 'Judge',
  'how.judge.text': 'A fixed table of rules turns the evidence into one of three verdicts. You see every piece of it.',

  'busy.heading': 'Checking {name}',
  'busy.sending': 'Uploading',
  'busy.sent': '{percent} uploaded',
  'busy.judging': 'Judging',
  'busy.judgingText': 'Looking for the original and comparing. This usually takes a few seconds.',
  'busy.waiting.busy.one': 'The service is busy. Trying again in {count} second.',
  'busy.waiting.busy.other': 'The service is busy. Trying again in {count} seconds.',
  'busy.waiting.rateLimited.one': 'Too many checks just now. Trying again in {count} second.',
  'busy.waiting.rateLimited.other': 'Too many checks just now. Trying again in {count} seconds.',
  'busy.waiting.unreachable.one': 'The connection broke. Trying again in {count} second.',
  'busy.waiting.unreachable.other': 'The connection broke. Trying again in {count} seconds.',
  'busy.cancel': 'Cancel',
  'busy.queued': 'Waits for its turn',

  'checks.heading.one': '{done} of {count} picture checked',
  'checks.heading.other': '{done} of {count} pictures checked',
  'checks.show': 'See the evidence',
  'checks.back': 'Back to all pictures',
  'checks.confidence': 'Confidence: {confidence}',

  'stage.read': 'Picture and marks read',
  'stage.searched': 'Originals searched',
  'stage.compared': 'Compared with the best ones',
  'stage.judged': 'Judged by the rules',
  'stage.state.open': 'to come',
  'stage.state.done': 'done',
  'stage.state.skipped': 'not needed',
  'fromWeb.link': 'Check a picture by its address on the web',
  'fromWeb.address': 'Address of the picture',
  'fromWeb.hint': 'Begins with https. Your browser fetches it; the service gets the picture alone.',
  'fromWeb.check': 'Fetch and check',
  'fromWeb.wrong': 'Enter a whole address that begins with https://.',
  'fromWeb.refused':
    'Your browser may not read this address: the site does not allow it, or has no such picture. Save the picture and choose the file.',
} as const;
