/**
 * The addresses of the pages, as the router spells them. The build writes them down for the service, which answers any
 * other address with 404.
 * @module
 */
export const ADDRESS = {
  verify: '/',
  fromWeb: '/from-web',
  result: '/r/$verificationId',
  shared: '/s/$token',
  register: '/register',
  login: '/login',
  forgotPassword: '/forgot-password',
  invitation: '/invitations/accept',
  account: '/account',
  device: '/device',
  upload: '/upload',
  imports: '/imports',
  import: '/imports/$importId',
  gallery: '/gallery',
  asset: '/assets/$assetId',
  history: '/history',
  compare: '/compare',
  keys: '/keys',
  webhooks: '/webhooks',
  webhook: '/webhooks/$webhookId',
  operator: '/operator',
  docs: '/docs',
  reference: '/docs/reference',
  document: '/docs/$section/$name',
  organization: '/organization',
  usage: '/usage',
} as const;

/** Folders of documents that the service shows, in the order in which a reader needs them. */
export const SECTIONS = ['guides', 'reference', 'spec'] as const;

/**
 * `/assets/$assetId` as the service spells it: `/assets/:assetId`. Documents are named one by one, so that only those that
 * are there are found.
 * @param documents their addresses
 */
export const servedAddresses = (documents: readonly string[]): readonly string[] =>
  Object.values(ADDRESS)
    .flatMap((address) => (address === ADDRESS.document ? documents : [address]))
    .map((address) => address.replaceAll('$', ':'));
