/** Small pages that links in mails open. They work without scripts and without the web application, which lends its looks. @module */
import { escaped } from './html.ts';

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<link rel="stylesheet" href="/plain.css">
<title>${escaped(title)} - Assay</title>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${content}
</main>
</body>
</html>
`;
}

const hiddenToken = (token: string): string => `<input type="hidden" name="token" value="${escaped(token)}">`;

/** Opening it changes nothing: mail scanners open links as well. */
export const verifyEmailPage = (token: string): string =>
  page(
    'Confirm your e-mail address',
    `<form method="post" action="/v1/auth/verify-email">
${hiddenToken(token)}
<p>Press the button to confirm that this address is yours.</p>
<p><button type="submit">Confirm</button></p>
</form>`,
  );

/** As above: opening it stops nothing. */
export const cancelEmailChangePage = (token: string): string =>
  page(
    'Keep your e-mail address',
    `<form method="post" action="/v1/auth/cancel-email-change">
${hiddenToken(token)}
<p>Press the button and your account keeps the address that it has.</p>
<p><button type="submit">Stop the change</button></p>
</form>`,
  );

/** @param problem what was wrong with the last attempt, or null */
export const resetPasswordPage = (token: string, problem: string | null): string =>
  page(
    'Choose a new password',
    `<form method="post" action="/v1/auth/reset-password">
${hiddenToken(token)}
${problem === null ? '' : `<p role="alert" id="problem">${escaped(problem)}</p>\n`}<p><label for="password">New password</label><br>
<input type="password" id="password" name="password" autocomplete="new-password" required${problem === null ? '' : ' aria-describedby="problem" aria-invalid="true"'}></p>
<p><button type="submit">Set the password</button></p>
</form>`,
  );

export const messagePage = (title: string, sentence: string): string => page(title, `<p>${escaped(sentence)}</p>`);
