/** The documents inside the service, and the reference of its API. @module */
export const docs = {
  'docs.title': 'Documentation',
  'docs.lead': 'How to use this service from a program. The commands carry the address at which you read this.',
  'docs.more': 'More of it',
  'docs.reference': 'API reference',
  'docs.interactive': 'Interactive description',
  'docs.start': 'First steps',
  'docs.startText':
    'Checking needs no account. For the rest make an API key and put it into the variable ASSAY_KEY of your terminal.',
  'docs.toKeys': 'Make an API key',
  'docs.command.check': 'Check a picture',
  'docs.command.register': 'Register a picture',
  'docs.command.list': 'List your pictures',
  'docs.command.download': 'Fetch the marked picture; ASSET_ID is the id that registering answered',
  'docs.verdicts': 'What the verdicts mean',
  'docs.verdictsText':
    'Decide by “verdict”, show “details”, and never call “unknown” fake: most pictures were never registered.',
  'docs.verdict.authentic':
    'The picture is a registered one, perhaps smaller, cropped or saved again, with its content as it was.',
  'docs.verdict.forged':
    'It comes from a registered picture whose content was changed, or carries a mark or a signature that is not its own.',
  'docs.verdict.unknown': 'Nothing that is registered fits. It says nothing about the picture.',
  'docs.limits': 'Limits',
  'docs.limit.size': 'A picture has at most {size}.',
  'docs.limit.rate':
    '60 requests a minute, 1,000 an hour, 10,000 a day; every answer says in X-RateLimit-Remaining how many are left.',
  'docs.limit.quota':
    'Quotas belong to the organization. A used-up one is 403 QUOTA_EXCEEDED, with the time at which it is renewed.',
  'docs.limit.retry':
    'Send Idempotency-Key with what makes something, and a request that is sent again does nothing twice.',
  'docs.toUsage': 'See what is used',
  'docs.errors': 'Errors',
  'docs.errorsText':
    'Every failure is JSON with error_code, by which a program decides, detail, which people read, and request_id, which the operator asks for.',
  'docs.status.400':
    'The request cannot be read, or the file is no picture or too large. Mend it; trying again does not help.',
  'docs.status.401': 'The credential is missing, wrong or at its end. Sign in again, or make another key.',
  'docs.status.403': 'A quota is used up, or the role or the key may not do this.',
  'docs.status.404': 'It does not exist, or belongs to somebody else: both look the same.',
  'docs.status.410': 'It was there: a link that ended or was revoked.',
  'docs.status.422': 'A field is wrong; errors says which and why.',
  'docs.status.429': 'Too many requests. Wait for the seconds of Retry-After.',
  'docs.status.503': 'Busy or starting. Come back after the seconds of Retry-After.',
  'docs.webhooks': 'Webhooks',
  'docs.webhooksText':
    'Messages are signed as Standard Webhooks 1.0.0 says. Check the raw bytes before you parse them, remember webhook-id, answer 2xx within 15 seconds; else it is sent again, ten times in three days.',
  'docs.toWebhooks': 'Set up a webhook',
  'docs.receiver': 'Checking a message, in Node without dependencies',
  'docs.inEnglish': 'In English.',
  'docs.section.guides': 'Guides',
  'docs.sectionText.guides': 'How to run the service, and how different houses use it.',
  'docs.section.reference': 'Reference',
  'docs.sectionText.reference': 'Every setting, limit, error, event and table, and what verdicts and marks mean.',
  'docs.section.spec': 'Formats and rules',
  'docs.sectionText.spec': 'Exact enough to check or rebuild what the service does without it.',
  'reference.title': 'API reference',
  'reference.text': 'Every operation, as this service itself describes it. How to begin:',
  'reference.find': 'Find',
  'reference.count.one': '{count} operation',
  'reference.count.other': '{count} operations',
  'reference.credential': 'Needs a credential: an API key as here, or an access token.',
  'reference.open': 'Needs no credential.',
  'reference.command': 'As a command',
  'reference.members': 'What it takes',
  'reference.required': 'required',
  'reference.answers': 'What it answers',
} as const;
