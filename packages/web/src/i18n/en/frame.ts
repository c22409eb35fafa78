/** The frame around every page, and what every page may have to say. @module */
import { type TrackId, TRACKS } from '@assay/sdk/tracks';

/** Two of each track, in the words of its row; another language has its own. */
const TRACK_MESSAGES = Object.fromEntries(
  TRACKS.flatMap(({ id, label, method }) => [
    [`evidence.track_${id}.label`, `Watermark, ${label.charAt(0).toLowerCase()}${label.slice(1)}`],
    [`evidence.track_${id}.how`, method],
  ]),
) as Readonly<Record<`evidence.track_${TrackId}.${'label' | 'how'}`, string>>;

export const frame = {
  'frame.name': 'Assay',
  'frame.skip': 'Skip to the content',
  'frame.navigation': 'Main',
  'frame.menu': 'Menu',
  'frame.check': 'Check',
  'frame.upload': 'Upload',
  'frame.gallery': 'Gallery',
  'frame.compare': 'Compare',
  'frame.history': 'History',
  'frame.account': 'Account',
  'frame.api': 'API',
  'frame.colophon': 'Assay compares pictures with registered originals. It does not judge what they show.',

  'frame.language': 'Language',

  'title.page': '{title} – Assay',

  'notFound.title': 'There is no such page',
  'notFound.text': 'The address is wrong, or what was here has been deleted.',
  'notFound.start': 'Check a picture',

  'form.busy': 'One moment …',
  'form.save': 'Save',
  'form.saved': 'Saved.',
  'pager.label': 'Pages of the list',
  'pager.previous': 'Back',
  'pager.next': 'Next',
  'pager.where': 'Page {page} of {pages}; {total} in all',
  'query.loading': 'Loading …',

  'failure.retry': 'Try again',
  'failure.again': 'Choose another picture',
  'failure.serverSaid': 'The service said:',
  'failure.requestId': 'Request',
  'failure.retryAt': 'Try again after {time}.',
  'failure.notAPicture.title': 'That was not a picture file',
  'failure.notAPicture.action':
    'Pictures dragged out of a web page do not always carry the file. Save it first, then choose or drop the saved file.',
  'failure.wrongType.title': 'This file type cannot be checked',
  'failure.wrongType.action':
    'Choose a JPEG, PNG, TIFF or WebP that opens in an image viewer. Screenshots and animations are poor evidence: use the file you were sent.',
  'failure.tooLarge.title': 'This picture is too large',
  'failure.tooLarge.action':
    'Save a smaller copy, with fewer pixels or a higher compression, and check that. A resized copy still finds its original.',
  'failure.unreachable.title': 'The service cannot be reached',
  'failure.unreachable.action': 'Look at your network connection, then try again. Nothing was done.',
  'failure.rateLimited.title': 'Too many requests in a short time',
  'failure.rateLimited.action': 'Wait a little, then try again.',
  'failure.quota.title': 'The quota of this period is used up',
  'failure.quota.action':
    'Quotas are renewed at midnight UTC, those of a month at its end. With an account, or on a larger plan of the organization, there is more.',
  'failure.full.title': 'This organization is full',
  'failure.full.action':
    'Time does not change that. Delete what is not needed any more, or let an owner choose a larger plan on the page of the organization.',
  'failure.busy.title': 'The service is busy',
  'failure.busy.action': 'It is working through other pictures. We tried several times; try again in a minute.',
  'failure.serverFailed.title': 'This failed on our side',
  'failure.serverFailed.action':
    'It says nothing about any picture. Try again; if it goes on, tell the operator the request number.',
  'failure.offline.title': 'You are offline',
  'failure.offline.action': 'This device has no network. Nothing was lost: try again once it is back.',
  'failure.signedOut.title': 'Your session has ended',
  'failure.signedOut.action': 'Sign in again to go on.',
  'failure.forbidden.title': 'You may not do this',
  'failure.forbidden.action':
    'Your role in this organization does not allow it. Its owner or an administrator can change that.',
  'failure.notFound.title': 'This is not here',
  'failure.notFound.action': 'It was deleted, it belongs to somebody else, or the address is wrong.',
  'failure.refused.title': 'This was not accepted',
  'failure.refused.action': 'Nothing was changed. What the service says below tells what to change.',
  'account.signUp': 'Sign up',
  'account.signIn': 'Sign in',
  'account.signOut': 'Sign out',
  'firstVisit.title': 'This service is new',
  'firstVisit.text':
    'Nobody has an account here yet. Whoever sets the service up makes the first one: with it you register pictures, make API keys and invite others.',
  'firstVisit.begin': 'Make the first account',
  'copy.do': 'Copy',
  'copy.done': 'Copied',
  'subnav.label': 'Account and settings',
  'subnav.account': 'Your account',
  'subnav.keys': 'API keys',
  'subnav.organization': 'Organization',
  'subnav.usage': 'Usage',
  'subnav.webhooks': 'Webhooks',
  'subnav.operator': 'Operator',
  'account.email': 'E-mail',
  'account.email.missing': 'Enter your e-mail address.',
  'account.email.shape': 'This is no e-mail address: it lacks an @ with something on both sides, or holds a space.',
  'gallery.find': 'Find',
  'filters.title': 'Filters',
  'filters.active': 'Filters: {count} active',
  'asset.untitled': 'Without a name',
  'history.anyVerdict': 'Any',
  'keys.made': 'Made on {day}.',
  'madeKey.byHand': 'Copying was refused; select it and copy it by hand',
  'madeKey.done': 'I have kept it',
  'upload.tags': 'Tags',
  'upload.tagsHint': 'Words to find the pictures by, with commas between.',
  ...TRACK_MESSAGES,
  'start.types': 'JPEG, PNG, TIFF or WebP',
} as const;
