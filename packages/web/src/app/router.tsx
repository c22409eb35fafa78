/** Which page stands at which address, and what its address may ask for. Each page is a file of its own to the browser. @module */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type RouterHistory,
} from '@tanstack/react-router';
import { ADDRESS } from '../addresses.ts';
import { session } from '../api/api.ts';
import { language } from '../i18n/language.ts';
import type { Part } from '../i18n/parts.ts';
import { gallerySearch } from '../pages/gallery/search.ts';
import { historySearch } from '../pages/history/search.ts';
import { importSearch } from '../pages/imports/search.ts';
import { deliverySearch } from '../pages/webhooks/search.ts';
import { localPath } from '../session/returnTo.ts';
import { AccountFrame } from './AccountFrame.tsx';
import { Frame } from './Frame.tsx';
import { NotFoundPage } from './NotFoundPage.tsx';
import { RouteFailure } from './RouteFailure.tsx';

/** A page and what it says beyond the frame. A test holds the parts against the page. */
const withWords = async <Page,>(page: Promise<Page>, ...parts: readonly Part[]): Promise<Page> =>
  (await Promise.all([page, language.need(...parts)]))[0];

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

const root = createRootRoute({ component: Frame, notFoundComponent: NotFoundPage });

const verify = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.verify,
  component: lazyRouteComponent(
    () => withWords(import('../pages/verify/VerifyPage.tsx'), 'start', 'verdict'),
    'VerifyPage',
  ),
});

/** The same for a picture of the web, which that document alone may fetch. */
const fromWeb = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.fromWeb,
  component: lazyRouteComponent(
    () => withWords(import('../pages/verify/VerifyPage.tsx'), 'start', 'verdict'),
    'FromWebPage',
  ),
});

/** Whoever has the address may read it, and the maker of a result without anything else. */
const result = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.result,
  component: lazyRouteComponent(
    () => withWords(import('../pages/verify/ResultPage.tsx'), 'verdict', 'verify', 'share'),
    'ResultPage',
  ),
});

const shared = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.shared,
  component: lazyRouteComponent(
    () => withWords(import('../pages/verify/SharedPage.tsx'), 'verdict', 'share', 'shared'),
    'SharedPage',
  ),
});

export interface SignInSearch {
  /** Where to go on afterwards, a path of this service. */
  readonly next?: string | undefined;
}

/** Of the sign-in also what a provider sends people back with. */
export interface LoginSearch extends SignInSearch {
  readonly code?: string | undefined;
  readonly error?: string | undefined;
}

const nextOf = ({ next }: Record<string, unknown>): SignInSearch => ({
  next: next === undefined ? undefined : localPath(next),
});

const login = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.login,
  validateSearch: (search: Record<string, unknown>): LoginSearch => ({
    ...nextOf(search),
    code: text(search['code']),
    error: text(search['error']),
  }),
  component: lazyRouteComponent(() => withWords(import('../pages/account/LoginPage.tsx'), 'account'), 'LoginPage'),
});

const register = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.register,
  validateSearch: nextOf,
  component: lazyRouteComponent(
    () => withWords(import('../pages/account/RegisterPage.tsx'), 'account'),
    'RegisterPage',
  ),
});

const forgotPassword = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.forgotPassword,
  component: lazyRouteComponent(
    () => withWords(import('../pages/account/ForgotPasswordPage.tsx'), 'account'),
    'ForgotPasswordPage',
  ),
});

const invitation = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.invitation,
  validateSearch: ({ token }: Record<string, unknown>): { readonly token?: string | undefined } => ({
    token: text(token),
  }),
  component: lazyRouteComponent(
    () => withWords(import('../pages/account/InvitationPage.tsx'), 'account'),
    'InvitationPage',
  ),
});

/** Pages of people who are signed in. Others sign in first and come back. */
const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'private',
  beforeLoad: async ({ location }) => {
    const { state } = await session.known();
    if (state !== 'signedIn') throw redirect({ to: ADDRESS.login, search: { next: location.href } });
  },
});

/** Pages about the account stand beside each other. */
const settings = createRoute({ getParentRoute: () => signedIn, id: 'settings', component: AccountFrame });

const account = createRoute({
  getParentRoute: () => settings,
  path: ADDRESS.account,
  component: lazyRouteComponent(() => withWords(import('../pages/account/AccountPage.tsx'), 'account'), 'AccountPage'),
});

/** Where programs without a browser send their person, with the code that they show. */
const device = createRoute({
  getParentRoute: () => signedIn,
  path: ADDRESS.device,
  validateSearch: ({ code }: Record<string, unknown>): { readonly code?: string | undefined } => ({ code: text(code) }),
  component: lazyRouteComponent(() => withWords(import('../pages/account/DevicePage.tsx'), 'account'), 'DevicePage'),
});

const upload = createRoute({
  getParentRoute: () => signedIn,
  path: ADDRESS.upload,
  component: lazyRouteComponent(
    () => withWords(import('../pages/upload/UploadPage.tsx'), 'upload', 'assets'),
    'UploadPage',
  ),
});

const gallery = createRoute({
  getParentRoute: () => signedIn,
  path: ADDRESS.gallery,
  validateSearch: gallerySearch,
  component: lazyRouteComponent(
    () => withWords(import('../pages/gallery/GalleryPage.tsx'), 'gallery', 'assets', 'upload'),
    'GalleryPage',
  ),
});

const imports = createRoute({
  getParentRoute: () => signedIn,
  path: ADDRESS.imports,
  component: lazyRouteComponent(() => withWords(import('../pages/imports/ImportsPage.tsx'), 'imports'), 'ImportsPage'),
});

const oneImport = createRoute({
  getParentRoute: () => signedIn,
  path: ADDRESS.import,
  validateSearch: importSearch,
  component: lazyRouteComponent(() => withWords(import('../pages/imports/ImportPage.tsx'), 'imports'), 'ImportPage'),
});

const asset = createRoute({
  getParentRoute: () => signedIn,
  path: ADDRESS.asset,
  component: lazyRouteComponent(
    () => withWords(import('../pages/asset/AssetPage.tsx'), 'asset', 'assets', 'share'),
    'AssetPage',
  ),
});

const history = createRoute({
  getParentRoute: () => signedIn,
  path: ADDRESS.history,
  validateSearch: historySearch,
  component: lazyRouteComponent(
    () => withWords(import('../pages/history/HistoryPage.tsx'), 'verdict', 'settings'),
    'HistoryPage',
  ),
});

const keys = createRoute({
  getParentRoute: () => settings,
  path: ADDRESS.keys,
  component: lazyRouteComponent(() => withWords(import('../pages/keys/KeysPage.tsx'), 'settings'), 'KeysPage'),
});

const compare = createRoute({
  getParentRoute: () => signedIn,
  path: ADDRESS.compare,
  component: lazyRouteComponent(
    () => withWords(import('../pages/compare/ComparePage.tsx'), 'verdict', 'others', 'verify', 'picture'),
    'ComparePage',
  ),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: ADDRESS.webhooks,
  component: lazyRouteComponent(
    () => withWords(import('../pages/webhooks/WebhooksPage.tsx'), 'webhooks'),
    'WebhooksPage',
  ),
});

const webhook = createRoute({
  getParentRoute: () => settings,
  path: ADDRESS.webhook,
  validateSearch: deliverySearch,
  component: lazyRouteComponent(
    () => withWords(import('../pages/webhooks/DeliveriesPage.tsx'), 'webhooks'),
    'DeliveriesPage',
  ),
});

const operator = createRoute({
  getParentRoute: () => settings,
  path: ADDRESS.operator,
  component: lazyRouteComponent(
    () => withWords(import('../pages/operator/OperatorPage.tsx'), 'verdict', 'others', 'dispute'),
    'OperatorPage',
  ),
});

const docs = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.docs,
  component: lazyRouteComponent(() => withWords(import('../pages/docs/DocsPage.tsx'), 'verdict', 'docs'), 'DocsPage'),
});

const reference = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.reference,
  component: lazyRouteComponent(() => withWords(import('../pages/docs/ReferencePage.tsx'), 'docs'), 'ReferencePage'),
});

const document = createRoute({
  getParentRoute: () => root,
  path: ADDRESS.document,
  loader: ({ params }) => import('../pages/docs/loadDocument.ts').then(({ loadDocument }) => loadDocument(params)),
  component: lazyRouteComponent(() => withWords(import('../pages/docs/DocumentPage.tsx'), 'docs'), 'DocumentPage'),
});

const organization = createRoute({
  getParentRoute: () => settings,
  path: ADDRESS.organization,
  component: lazyRouteComponent(
    () => withWords(import('../pages/organization/OrganizationPage.tsx'), 'organization'),
    'OrganizationPage',
  ),
});

const usage = createRoute({
  getParentRoute: () => settings,
  path: ADDRESS.usage,
  component: lazyRouteComponent(
    () => withWords(import('../pages/usage/UsagePage.tsx'), 'verdict', 'settings'),
    'UsagePage',
  ),
});

const routeTree = root.addChildren([
  verify,
  fromWeb,
  result,
  shared,
  login,
  register,
  forgotPassword,
  invitation,
  docs,
  reference,
  document,
  signedIn.addChildren([
    settings.addChildren([account, keys, webhooks, webhook, organization, usage, operator]),
    device,
    upload,
    imports,
    oneImport,
    gallery,
    asset,
    history,
    compare,
  ]),
]);

/** @param history of a place that is no browser */
export const makeRouter = (history?: RouterHistory) =>
  createRouter({
    routeTree,
    ...(history && { history }),
    // Addresses are read by people: `?tags=harbour`, not `?tags=%22harbour%22`.
    parseSearch: (search) => Object.fromEntries(new URLSearchParams(search)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== '');
      const query = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
      return query === '' ? '' : `?${query}`;
    },
    // Inside the frame, so that there is a way to other pages.
    defaultErrorComponent: RouteFailure,
    defaultPreload: 'intent',
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof makeRouter>;
  }
}
