/** A verdict that somebody says is wrong: the form, and what became of it. @module */
export const dispute = {
  'dispute.text':
    'A person who runs this service looks at it, and the answer will stand here. Signed in, you find it again in your history.',
  'dispute.reason': 'What is wrong?',
  'dispute.reason.missing': 'Choose what is wrong',
  'dispute.reason.not_altered': 'Nobody altered the picture',
  'dispute.reason.altered': 'The picture was altered',
  'dispute.reason.not_recognised': 'Its original is registered here, but was not found',
  'dispute.reason.wrong_asset': 'It belongs to another registered picture',
  'dispute.reason.other': 'Something else',
  'dispute.right': 'What would be right?',
  'dispute.right.unsaid': 'I cannot say',
  'dispute.comment': 'In your words (optional)',
  'dispute.commentHint': 'What do you know of the picture? At most 2,000 characters.',
  'dispute.consent': 'Send the picture along. It is kept sealed for 30 days, for the operator alone, and then removed.',
  'dispute.noFile':
    'The picture is not at hand any more, so it is not sent. To send it along, check it again and dispute the new result.',
  'dispute.tooLarge': 'The picture is not sent along: only those up to {size} can be kept.',
  'dispute.send': 'Send',
  'dispute.again': 'Dispute it again',
  'dispute.state.open': 'Sent. Somebody will look at it.',
  'dispute.state.upheld': 'It was looked at: the verdict was right.',
  'dispute.state.overturned': 'It was looked at: the verdict was wrong.',
  'dispute.state.unclear': 'It was looked at: nobody can tell.',
  'dispute.corrected': 'Right is: {verdict}',
  'dispute.note': 'The operator says:',
  'dispute.sent': 'Disputed {time}: {reason}.',
  'dispute.expected': 'Expected: {verdict}.',
  'dispute.picture.kept': 'The picture is kept until {time}.',
  'dispute.picture.removed': 'The picture was removed {time}.',
  'dispute.picture.refused':
    'The picture was not taken: it is not the file that was checked, or there is no room for it. Leave it out and send again.',
} as const;
