/** Settings of mail and of signing in through other services. @module */
import { asOrigins, asSwitch, asText, asUrl, orNull, setting } from './configSetting.ts';

const asWebUrl = asUrl('http:', 'https:');

export const SIGN_IN_SETTINGS = {
  smtpUrl: setting(
    'SMTP_URL',
    '',
    'Mail server, such as smtp://user:password@mail.example.org:587. Empty: mails are files.',
    orNull(asUrl('smtp:', 'smtps:')),
    true,
  ),
  requireVerifiedEmail: setting(
    'ASSAY_REQUIRE_VERIFIED_EMAIL',
    '0',
    'Whether API keys, webhooks and invitations need a confirmed e-mail address.',
    asSwitch,
  ),
  signInReturnTo: setting(
    'ASSAY_SIGN_IN_RETURN_TO',
    '',
    'Further web origins that a sign-in by Google or GitHub may lead back to, comma separated.',
    asOrigins,
  ),
  googleClientId: setting('ASSAY_GOOGLE_CLIENT_ID', '', 'Sign-in by Google. Empty: off.', orNull(asText)),
  googleClientSecret: setting('ASSAY_GOOGLE_CLIENT_SECRET', '', 'Goes with the id.', orNull(asText), true),
  googleIssuer: setting(
    'ASSAY_GOOGLE_ISSUER',
    'https://accounts.google.com',
    'Any OpenID Connect provider can stand in for Google.',
    asWebUrl,
  ),
  githubClientId: setting('ASSAY_GITHUB_CLIENT_ID', '', 'Sign-in by GitHub. Empty: off.', orNull(asText)),
  githubClientSecret: setting('ASSAY_GITHUB_CLIENT_SECRET', '', 'Goes with the id.', orNull(asText), true),
  githubUrl: setting('ASSAY_GITHUB_URL', 'https://github.com', 'Change it for GitHub Enterprise.', asWebUrl),
  githubApiUrl: setting('ASSAY_GITHUB_API_URL', 'https://api.github.com', 'Change it for GitHub Enterprise.', asWebUrl),
} as const;
