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
  organization: '/organization',
  usage: '/usage',
} as const;

/** `/assets/$assetId` as the service spells it: `/assets/:assetId`. */
export const servedAddresses = (): readonly string[] =>
  Object.values(ADDRESS).map((address) => address.replaceAll('$', ':'));
