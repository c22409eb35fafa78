/** Signing up and in, and the account itself. @module */
export const account = {
  'account.name': 'Name',
  'account.name.hint': 'Shown to people you work with. May stay empty.',
  'account.password': 'Password',
  'account.password.missing': 'Enter the password.',
  'account.password.hint': 'At least {count} characters of any kind. Not a common password, your name or your address.',
  'account.password.short': 'Too short: at least {count} characters.',
  'account.refused.credentials': 'The e-mail address or the password is wrong.',
  'account.refused.taken': 'There is an account with this e-mail address. Sign in, or set a new password.',
  'account.refused.weak':
    'This password is too easy to guess: it is common, repeats itself, or is your name or address.',
  'account.refused.email': 'The service does not take this as an e-mail address.',
  'account.refused.password': 'The service does not take this password.',
  'account.refused.full_name': 'The service does not take this name: at most 255 characters.',

  'login.title': 'Sign in',
  'login.ended': 'Your session has ended. Sign in again, and you come back to where you were.',
  'login.next': 'Sign in to see that page. You come back to it at once.',
  'login.forgot': 'Forgot your password?',
  'login.noAccount': 'No account yet?',
  'login.orWith': 'Or with an account that you have:',
  'login.with': 'Sign in with {name}',
  'login.almost': 'Signing you in …',
  'login.providerFailed.title': 'The sign-in did not work',
  'login.providerFailed.EMAIL_ALREADY_EXISTS':
    'There is an account with your e-mail address that was not confirmed yet. Sign in with its password, confirm the address, then try again.',
  'login.providerFailed.EMAIL_NOT_VERIFIED':
    'The provider has not confirmed your e-mail address. Confirm it there, then try again.',
  'login.providerFailed.other': 'It was refused, cancelled, or took too long. Nothing was changed.',
  'login.providerFailed.again': 'Back to the sign-in',

  'register.title': 'Sign up',
  'register.text': 'With an account you register pictures, so that others can check them, and see what was checked.',
  'register.first.title': 'Make the first account',
  'register.first.text':
    'This is your own service, and nobody has an account on it yet. This one is for you: it comes with an organization for your pictures, to which you can invite others. What concerns the machine itself, like ports and keys, stays in its settings.',
  'register.haveAccount': 'Have an account?',

  'forgot.title': 'Set a new password',
  'forgot.text': 'We send you a link. It works once, for an hour.',
  'forgot.send': 'Send the link',
  'forgot.sent':
    'If {email} has an account here, a mail is on its way. Look among unwanted mail too, if it is not there in a few minutes.',
  'forgot.back': 'Back to the sign-in',

  'invitation.title': 'You were invited',
  'invitation.noToken': 'This link is not whole. Open it from the mail again, or copy all of it.',
  'invitation.signedOut':
    'Somebody wants to work with you here. Sign in with the address to which the mail was sent, or sign up with it; then you come back to this page.',
  'invitation.text': 'You are signed in as {email}. The invitation counts for the address to which it was sent.',
  'invitation.accept': 'Accept the invitation',
  'invitation.done.title': 'You are a member now',
  'invitation.done.owner': 'You are an owner: you may do everything in this organization.',
  'invitation.done.admin':
    'You are an administrator: you may do everything but hand the organization over or delete it.',
  'invitation.done.editor': 'You are an editor: you may register, change and commit pictures.',
  'invitation.done.verifier': 'You are a verifier: you may look at pictures and check others for this organization.',
  'invitation.done.viewer': 'You are a viewer: you may look at the pictures of this organization.',

  'accountPage.title': 'Your account',
  'keys.keep': 'Keep the API keys that I made',
  'confirm.title': 'Confirm your e-mail address',
  'confirm.text':
    'We sent a mail with a link to {email}. Until it is confirmed, a lost password cannot be set anew for certain, and the service may refuse API keys, webhooks and invitations.',
  'confirm.resend': 'Send the mail again',
  'confirm.sent': 'A mail is on its way.',
  'profile.title': 'Profile',
  'profile.since': 'Account since',
  'changePassword.title': 'Password',
  'changePassword.text':
    'A new password signs you out everywhere else, and ends the API keys that you made unless you keep them.',
  'changePassword.current': 'Present password',
  'changePassword.wrong': 'This is not your present password.',
  'changePassword.new': 'New password',
  'changePassword.change': 'Change the password',
  'changePassword.done': 'The new password counts from now on.',
  'sessions.title': 'Where you are signed in',
  'sessions.text': 'If you do not know one of these, end it and change your password.',
  'sessions.current': 'here',
  'sessions.since': 'Since {time}, from {address}',
  'sessions.unknownBrowser': 'Unknown program',
  'sessions.end': 'End',
  'sessions.endAll': 'Sign out everywhere',
} as const;
