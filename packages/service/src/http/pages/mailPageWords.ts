/** What the pages say that links in mails open, in each language that they are read in. @module */
import type { ReportLanguage } from '../../app/ports/verify/reportPrinter.ts';

const en = {
  'verify.title': 'Confirm your e-mail address',
  'verify.text': 'Press the button to confirm that this address is yours.',
  'verify.button': 'Confirm',
  'verify.done': 'Thank you',
  'verify.doneText': 'Your e-mail address is confirmed. You can close this page.',
  'verify.doneLater':
    'Your e-mail address is confirmed. It becomes the address of your account on {time}. You can close this page.',
  'verify.failed': 'The address was not confirmed',
  'cancel.title': 'Keep your e-mail address',
  'cancel.text': 'Press the button and your account keeps the address that it has.',
  'cancel.button': 'Stop the change',
  'cancel.done': 'The change was stopped',
  'cancel.doneText':
    'Your account keeps its address. If you did not ask for the change, somebody else knows your password: reset it now.',
  'cancel.failed': 'The change was not stopped',
  'cancel.gone':
    'This link was used before, or is too old. If you pressed the button before, or set a new password since, the change was stopped. If neither was you, set a new password now; if no mail comes to this address, the account has another one by now: ask the people who run this service.',
  'reset.title': 'Choose a new password',
  'reset.label': 'New password',
  'reset.hint': 'Long, and neither a common password nor your name or address.',
  'reset.button': 'Set the password',
  'reset.done': 'Your password is set',
  'reset.doneText': 'Your new password counts from now on. Sign in with it.',
  'reset.failed': 'The password was not changed',
  'link.signIn': 'Sign in',
  'link.reset': 'Reset your password',
  'link.account': 'Look at your account',
  'link.anew': 'Ask for a new mail',
  'refused.INVALID_TOKEN': 'This link is not valid. Copy it whole from the newest mail.',
  'refused.GONE':
    'This link was used before, is too old, or a newer one was used. Ask for a new mail if you still need one.',
  'refused.EMAIL_ALREADY_EXISTS': 'Another account has this e-mail address by now.',
  'refused.WEAK_PASSWORD':
    'This password is too short or too easy to guess: common, repetitive, your name or your address. Choose another.',
  'refused.RATE_LIMITED': 'That were too many attempts. Wait a minute, then press the button again.',
} as const;

export type MailPageWord = keyof typeof en;
type Words = Readonly<Record<MailPageWord, string>>;

const de: Words = {
  'verify.title': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'verify.text': 'Drücken Sie den Knopf, um zu bestätigen, dass diese Adresse Ihnen gehört.',
  'verify.button': 'Bestätigen',
  'verify.done': 'Danke',
  'verify.doneText': 'Ihre E-Mail-Adresse ist bestätigt. Sie können diese Seite schließen.',
  'verify.doneLater':
    'Ihre E-Mail-Adresse ist bestätigt. Sie wird am {time} die Adresse Ihres Kontos. Sie können diese Seite schließen.',
  'verify.failed': 'Die Adresse wurde nicht bestätigt',
  'cancel.title': 'Behalten Sie Ihre E-Mail-Adresse',
  'cancel.text': 'Drücken Sie den Knopf, und Ihr Konto behält die Adresse, die es hat.',
  'cancel.button': 'Änderung anhalten',
  'cancel.done': 'Die Änderung wurde angehalten',
  'cancel.doneText':
    'Ihr Konto behält seine Adresse. Wenn die Änderung nicht von Ihnen kam, kennt jemand anderes Ihr Passwort: Setzen Sie es jetzt zurück.',
  'cancel.failed': 'Die Änderung wurde nicht angehalten',
  'cancel.gone':
    'Dieser Link wurde schon benutzt oder ist zu alt. Wenn Sie den Knopf schon gedrückt oder seither ein neues Passwort gesetzt haben, wurde die Änderung angehalten. Waren Sie das nicht, setzen Sie jetzt ein neues Passwort; kommt an diese Adresse keine Mail, hat das Konto schon eine andere: Wenden Sie sich an die Betreiber dieses Dienstes.',
  'reset.title': 'Wählen Sie ein neues Passwort',
  'reset.label': 'Neues Passwort',
  'reset.hint': 'Lang, und weder ein verbreitetes Passwort noch Ihr Name oder Ihre Adresse.',
  'reset.button': 'Passwort setzen',
  'reset.done': 'Ihr Passwort ist gesetzt',
  'reset.doneText': 'Ihr neues Passwort gilt ab jetzt. Melden Sie sich damit an.',
  'reset.failed': 'Das Passwort wurde nicht geändert',
  'link.signIn': 'Anmelden',
  'link.reset': 'Passwort zurücksetzen',
  'link.account': 'Ihr Konto ansehen',
  'link.anew': 'Neue Mail anfordern',
  'refused.INVALID_TOKEN': 'Dieser Link ist nicht gültig. Kopieren Sie ihn ganz aus der neuesten Mail.',
  'refused.GONE':
    'Dieser Link wurde schon benutzt, ist zu alt, oder ein neuerer wurde benutzt. Fordern Sie eine neue Mail an, wenn Sie noch eine brauchen.',
  'refused.EMAIL_ALREADY_EXISTS': 'Inzwischen hat ein anderes Konto diese E-Mail-Adresse.',
  'refused.WEAK_PASSWORD':
    'Dieses Passwort ist zu kurz oder zu leicht zu erraten: verbreitet, mit Wiederholungen, Ihr Name oder Ihre Adresse. Wählen Sie ein anderes.',
  'refused.RATE_LIMITED': 'Das waren zu viele Versuche. Warten Sie eine Minute und drücken Sie den Knopf noch einmal.',
};

const zh: Words = {
  'verify.title': '确认您的电子邮件地址',
  'verify.text': '按下按钮，确认此地址属于您。',
  'verify.button': '确认',
  'verify.done': '谢谢',
  'verify.doneText': '您的电子邮件地址已确认。您可以关闭此页面。',
  'verify.doneLater': '您的电子邮件地址已确认。它将于 {time} 成为您账户的地址。您可以关闭此页面。',
  'verify.failed': '地址未确认',
  'cancel.title': '保留您的电子邮件地址',
  'cancel.text': '按下按钮，您的账户将保留现有地址。',
  'cancel.button': '停止更改',
  'cancel.done': '更改已停止',
  'cancel.doneText': '您的账户保留其地址。如果更改不是您要求的，说明有人知道您的密码：请立即重设。',
  'cancel.failed': '更改未停止',
  'cancel.gone':
    '此链接已被使用，或已过期。如果您之前按过按钮，或此后设置过新密码，更改就已停止。如果都不是您所为，请立即设置新密码；如果此地址收不到邮件，说明账户已改用其他地址：请联系此服务的运营者。',
  'reset.title': '选择新密码',
  'reset.label': '新密码',
  'reset.hint': '要足够长，不能是常见密码、您的姓名或地址。',
  'reset.button': '设置密码',
  'reset.done': '密码已设置',
  'reset.doneText': '新密码从现在起生效。请用它登录。',
  'reset.failed': '密码未更改',
  'link.signIn': '登录',
  'link.reset': '重设密码',
  'link.account': '查看您的账户',
  'link.anew': '索取新邮件',
  'refused.INVALID_TOKEN': '此链接无效。请从最新的邮件中完整复制。',
  'refused.GONE': '此链接已被使用、已过期，或者更新的链接已被使用。如仍需要，请索取新邮件。',
  'refused.EMAIL_ALREADY_EXISTS': '此电子邮件地址现已属于另一个账户。',
  'refused.WEAK_PASSWORD': '此密码太短或太容易猜到：它很常见、有重复，或是您的姓名或地址。请另选一个。',
  'refused.RATE_LIMITED': '尝试次数过多。请等一分钟，然后再按一次按钮。',
};

const ar: Words = {
  'verify.title': 'أكّد عنوان بريدك الإلكتروني',
  'verify.text': 'اضغط الزر لتأكيد أن هذا العنوان لك.',
  'verify.button': 'تأكيد',
  'verify.done': 'شكرًا',
  'verify.doneText': 'تأكّد عنوان بريدك الإلكتروني. يمكنك إغلاق هذه الصفحة.',
  'verify.doneLater': 'تأكّد عنوان بريدك الإلكتروني. سيصبح عنوان حسابك في {time}. يمكنك إغلاق هذه الصفحة.',
  'verify.failed': 'لم يُؤكَّد العنوان',
  'cancel.title': 'احتفظ بعنوان بريدك الإلكتروني',
  'cancel.text': 'اضغط الزر فيحتفظ حسابك بعنوانه الحالي.',
  'cancel.button': 'إيقاف التغيير',
  'cancel.done': 'أُوقف التغيير',
  'cancel.doneText': 'يحتفظ حسابك بعنوانه. إن لم تطلب التغيير فهناك من يعرف كلمة مرورك: أعد تعيينها الآن.',
  'cancel.failed': 'لم يُوقَف التغيير',
  'cancel.gone':
    'استُعمل هذا الرابط من قبل، أو مضى وقته. إن كنت قد ضغطت الزر من قبل، أو عيّنت كلمة مرور جديدة منذ ذلك الحين، فقد أُوقف التغيير. وإن لم تفعل أيًّا منهما فعيّن كلمة مرور جديدة الآن؛ وإن لم تصل رسالة إلى هذا العنوان فقد صار للحساب عنوان آخر: تواصل مع من يديرون هذه الخدمة.',
  'reset.title': 'اختر كلمة مرور جديدة',
  'reset.label': 'كلمة المرور الجديدة',
  'reset.hint': 'طويلة، وليست كلمة شائعة ولا اسمك ولا عنوانك.',
  'reset.button': 'تعيين كلمة المرور',
  'reset.done': 'عُيّنت كلمة مرورك',
  'reset.doneText': 'كلمة مرورك الجديدة سارية من الآن. سجّل الدخول بها.',
  'reset.failed': 'لم تتغير كلمة المرور',
  'link.signIn': 'تسجيل الدخول',
  'link.reset': 'إعادة تعيين كلمة المرور',
  'link.account': 'اعرض حسابك',
  'link.anew': 'اطلب رسالة جديدة',
  'refused.INVALID_TOKEN': 'هذا الرابط غير صالح. انسخه كاملًا من أحدث رسالة.',
  'refused.GONE':
    'استُعمل هذا الرابط من قبل، أو مضى وقته، أو استُعمل رابط أحدث منه. اطلب رسالة جديدة إن كنت ما زلت تحتاجها.',
  'refused.EMAIL_ALREADY_EXISTS': 'صار هذا العنوان لحساب آخر.',
  'refused.WEAK_PASSWORD':
    'كلمة المرور هذه قصيرة جدًا أو سهلة التخمين: شائعة أو متكررة أو هي اسمك أو عنوانك. اختر غيرها.',
  'refused.RATE_LIMITED': 'هذه محاولات كثيرة. انتظر دقيقة ثم اضغط الزر مرة أخرى.',
};

export const MAIL_PAGE_WORDS: Readonly<Record<ReportLanguage, Words>> = { en, de, zh, ar };
