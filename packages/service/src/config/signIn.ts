/** Settings of mail and of signing in through other services. @module */
import { onOrOff, origins, orNull, setting, text, url } from './setting.ts';

const webUrl = url('http:', 'https:');

export const SIGN_IN_SETTINGS = {
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'Mail server, such as smtp://user:password@mail.example.org:587. Empty: mails are files.',
    orNull(url('smtp:', 'smtps:')),
    true,
  ),
  requireVerifiedEmail: setting(
    'ASSAY_REQUIRE_VERIFIED_EMAIL',
    '',
    'Whether API keys, webhooks and invitations need a confirmed e-mail address. Empty: 1 with NODE_ENV=production, else 0.',
    orNull(onOrOff),
  ),
  signInReturnTo: setting(
    'ASSAY_SIGN_IN_RETURN_TO',
    '',
    'Further web origins that a sign-in by Google or GitHub may lead back to, comma separated.',
    origins,
  ),
  googleClientId: setting('ASSAY_GOOGLE_CLIENT_ID', '', 'Sign-in by Google. Empty: off.', orNull(text)),
  googleClientSecret: setting('ASSAY_GOOGLE_CLIENT_SECRET', '', 'Goes with the id.', orNull(text), true),
  googleIssuer: setting(
    'ASSAY_GOOGLE_ISSUER',
    'https://accounts.google.com',
    'Any OpenID Connect provider can stand in for Google.',
    webUrl,
  ),
  githubClientId: setting('ASSAY_GITHUB_CLIENT_ID', '', 'Sign-in by GitHub. Empty: off.', orNull(text)),
  githubClientSecret: setting('ASSAY_GITHUB_CLIENT_SECRET', '', 'Goes with the id.', orNull(text), true),
  githubUrl: setting('ASSAY_GITHUB_URL', 'https://github.com', 'Change it for GitHub Enterprise.', webUrl),
  githubApiUrl: setting('ASSAY_GITHUB_API_URL', 'https://api.github.com', 'Change it for GitHub Enterprise.', webUrl),
} as const;
