/** What the fixture is asked: every kind of thing that a service keeps, by those who may see it and by those who may not. @module */
import type { Made, Question } from './release.ts';

/** Not asked, and why. */
export const NOT_ASKED: Readonly<Record<string, string>> = {
  health: 'of the process',
  alive: 'of the process',
  ready: 'of the process',
  describeService: 'of the version',
  securityTxt: 'of the settings',
  lookAtService: 'figures of the process',
  showVerifyEmail: 'a page',
  showResetPassword: 'a page',
  showCancelEmailChange: 'a page',
  startSignIn: 'leads elsewhere',
  finishSignIn: 'comes from elsewhere',
  getDeviceLogin: 'lives for minutes',
  listSessions: 'whoever asks makes one',
  exportMe: 'holds the sessions too; its parts are asked one by one',
  assetReportPdf: 'drawn by the version',
  assetReportPage: 'drawn by the version',
  verificationReportPdf: 'drawn by the version',
  verificationReportPage: 'drawn by the version',
  verificationEvidence: 'holds the drawn report',
  verificationEvents: 'of a verification that runs',
  openSignedLink: 'lives for a quarter of an hour; its files are asked for',
  checkpointTimestamp: 'of an authority that the fixture has not',
  listWebhookEvents: 'of the version',
  supportedAlgorithms: 'of the version',
};

const as =
  (asker: Question['as']) =>
  (path: string): Question => ({ as: asker, path });

/** In the order in which they are asked: a key knows when it was used last. */
export function questionsOf(made: Made): Question[] {
  const assets = made.assets?.split(' ') ?? [];
  return [
    ...ofAccounts(made).map(as('owner')),
    ...assets.flatMap((id) => ofAsset(id, made)).map(as('owner')),
    ...ofRest(made).map(as('owner')),
    ...ofViewer(made).map(as('viewer')),
    ...ofNobody(made).map(as('nobody')),
    ...['/v1/assets/?page_size=50', `/v1/assets/${made.asset}`, '/v1/organizations/'].map(as('key')),
  ];
}

const ofAccounts = ({ organization, key_id: key, personal }: Made): string[] => [
  '/v1/auth/me',
  '/v1/auth/identities',
  '/v1/auth/oauth/providers',
  '/v1/organizations/',
  ...[organization, personal].flatMap((id) =>
    ['', '/members', '/audit-log?page_size=100', '/audit-log/heads', '/keys', '/invitations', '/usage'].map(
      (part) => `/v1/organizations/${id}${part}`,
    ),
  ),
  `/v1/api-keys/?organization_id=${organization}`,
  `/v1/api-keys/${key}`,
];

const ofAsset = (id: string, { copied, copy, archived }: Made): string[] => [
  ...['', '/watermark', '/fingerprint', '/provenance', '/matches', '/commitments', '/copies', '/share'].map(
    (part) => `/v1/assets/${id}${part}`,
  ),
  ...['original', 'watermarked', 'preview'].map((variant) => `/v1/assets/${id}/download?variant=${variant}`),
  `/v1/storage/assets/${id}/download`,
  `/v1/storage/assets/${id}/publication`,
  ...(id === archived ? [`/v1/storage/assets/${id}/archive`] : []),
  ...(id === copied ? [`/v1/assets/${id}/copies/${copy}`, `/v1/assets/${id}/copies/${copy}/download`] : []),
];

const ofRest = (made: Made): string[] => [
  ...['', '&order=title&sort=asc', '&tags=harbour', '&status=completed'].map(
    (more) => `/v1/assets/?organization_id=${made.organization}&page_size=50${more}`,
  ),
  `/v1/assets/search/?q=harbour&organization_id=${made.organization}`,
  `/v1/storage/usage?organization_id=${made.organization}`,
  ...[`listed?organization_id=${made.organization}`].map(
    (query) => `/v1/blockchain/commitments?${query.split('?')[1]}`,
  ),
  `/v1/blockchain/commitment/${made.commitment}`,
  `/v1/blockchain/verify/${made.transaction}`,
  `/v1/imports?organization_id=${made.organization}`,
  `/v1/imports/${made.import}`,
  `/v1/imports/${made.import}/files`,
  '/v1/verify/history?page_size=50',
  ...(made.verifications?.split(' ') ?? []).flatMap((id) => [`/v1/verify/${id}`, `/v1/verify/${id}/report.json`]),
  `/v1/verify/${made.disputed}/dispute`,
  `/v1/verify/${made.shown}/share`,
  '/v1/operator/disputes',
  `/v1/operator/disputes/${made.dispute}/picture`,
  `/v1/webhooks/?organization_id=${made.organization}`,
  `/v1/webhooks/${made.webhook}`,
  `/v1/webhooks/${made.webhook}/deliveries?page_size=100`,
  `/v1/webhooks/${made.webhook}/deliveries/${made.delivery}`,
  `/v1/c2pa/manifests/${encodeURIComponent(made.manifest ?? '')}`,
  `/v1/c2pa/matches/byBinding?alg=${made.binding_algorithm}&value=${encodeURIComponent(made.binding_value ?? '')}`,
];

const ofViewer = ({ organization, asset, key_id: key, webhook }: Made): string[] => [
  '/v1/auth/me',
  '/v1/organizations/',
  `/v1/organizations/${organization}`,
  `/v1/organizations/${organization}/audit-log`,
  `/v1/assets/?organization_id=${organization}&page_size=50`,
  `/v1/assets/${asset}`,
  `/v1/assets/${asset}/download?variant=original`,
  `/v1/assets/${asset}/download?variant=preview`,
  `/v1/api-keys/${key}`,
  `/v1/webhooks/${webhook}`,
];

const ofNobody = ({ asset, share, result_share: result, block, size = '1' }: Made): string[] => [
  `/v1/assets/${asset}`,
  `/v1/shared/${share}`,
  `/v1/shared/${result}`,
  `/ipfs/${block}?format=raw`,
  '/.well-known/jwks.json',
  '/v1/transparency',
  '/v1/transparency/inclusion?index=0',
  `/v1/transparency/consistency?first=1&second=${size}`,
  '/tlog/checkpoint',
  `/tlog/checkpoints/${size}`,
];
