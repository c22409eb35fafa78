/** German: as ../en/account.ts. @module */
import type { account as english } from '../en/account.ts';
import type { In } from '../translate.ts';

export const account: In<typeof english> = {
  'account.name': 'Name',
  'account.name.hint': 'Wird denen gezeigt, mit denen Sie arbeiten. Darf leer bleiben.',
  'account.password': 'Passwort',
  'account.password.missing': 'Geben Sie das Passwort ein.',
  'account.password.hint':
    'Mindestens {count} beliebige Zeichen. Kein gängiges Passwort, nicht Ihr Name oder Ihre Adresse.',
  'account.password.short': 'Zu kurz: mindestens {count} Zeichen.',
  'account.refused.credentials': 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  'account.refused.taken':
    'Mit dieser E-Mail-Adresse gibt es schon ein Konto. Melden Sie sich an oder setzen Sie ein neues Passwort.',
  'account.refused.weak':
    'Dieses Passwort ist zu leicht zu erraten: Es ist gängig, wiederholt sich oder ist Ihr Name oder Ihre Adresse.',
  'account.refused.email': 'Der Dienst nimmt das nicht als E-Mail-Adresse.',
  'account.refused.password': 'Der Dienst nimmt dieses Passwort nicht.',
  'account.refused.full_name': 'Der Dienst nimmt diesen Namen nicht: höchstens 255 Zeichen.',
  'login.title': 'Anmelden',
  'login.ended': 'Ihre Sitzung ist beendet. Melden Sie sich wieder an, dann kommen Sie dahin zurück, wo Sie waren.',
  'login.next': 'Melden Sie sich an, um diese Seite zu sehen. Sie kommen sofort zu ihr zurück.',
  'login.forgot': 'Passwort vergessen?',
  'login.noAccount': 'Noch kein Konto?',
  'login.orWith': 'Oder mit einem Konto, das Sie schon haben:',
  'login.with': 'Mit {name} anmelden',
  'login.almost': 'Sie werden angemeldet …',
  'login.providerFailed.title': 'Die Anmeldung ist nicht gelungen',
  'login.providerFailed.EMAIL_ALREADY_EXISTS':
    'Mit Ihrer E-Mail-Adresse gibt es ein Konto, das noch nicht bestätigt wurde. Melden Sie sich mit seinem Passwort an, bestätigen Sie die Adresse und versuchen Sie es dann noch einmal.',
  'login.providerFailed.EMAIL_NOT_VERIFIED':
    'Der Anbieter hat Ihre E-Mail-Adresse nicht bestätigt. Bestätigen Sie sie dort und versuchen Sie es dann noch einmal.',
  'login.providerFailed.other': 'Sie wurde verweigert, abgebrochen oder dauerte zu lange. Nichts wurde geändert.',
  'login.providerFailed.again': 'Zurück zur Anmeldung',
  'register.title': 'Registrieren',
  'register.text':
    'Mit einem Konto registrieren Sie Bilder, damit andere sie prüfen können, und sehen, was geprüft wurde.',
  'register.first.title': 'Das erste Konto anlegen',
  'register.first.text':
    'Das ist Ihr eigener Dienst, und noch hat niemand ein Konto darauf. Dieses ist für Sie: Es bringt eine Organisation für Ihre Bilder mit, in die Sie andere einladen können. Was die Maschine selbst betrifft, wie Ports und Schlüssel, bleibt in ihren Einstellungen.',
  'register.haveAccount': 'Haben Sie ein Konto?',
  'forgot.title': 'Ein neues Passwort setzen',
  'forgot.text': 'Wir schicken Ihnen einen Link. Er gilt einmal, eine Stunde lang.',
  'forgot.send': 'Den Link schicken',
  'forgot.sent':
    'Wenn {email} hier ein Konto hat, ist eine Mail unterwegs. Sehen Sie auch bei den unerwünschten Mails nach, wenn sie in ein paar Minuten nicht da ist.',
  'forgot.back': 'Zurück zur Anmeldung',
  'invitation.title': 'Sie wurden eingeladen',
  'invitation.noToken':
    'Dieser Link ist nicht vollständig. Öffnen Sie ihn noch einmal aus der Mail oder kopieren Sie ihn ganz.',
  'invitation.signedOut':
    'Jemand möchte hier mit Ihnen arbeiten. Melden Sie sich mit der Adresse an, an die die Mail ging, oder registrieren Sie sich mit ihr; dann kommen Sie auf diese Seite zurück.',
  'invitation.text': 'Sie sind als {email} angemeldet. Die Einladung gilt für die Adresse, an die sie geschickt wurde.',
  'invitation.accept': 'Die Einladung annehmen',
  'invitation.done.title': 'Sie sind jetzt Mitglied',
  'invitation.done.owner': 'Sie sind Eigentümer: Sie dürfen in dieser Organisation alles.',
  'invitation.done.admin': 'Sie sind Verwalter: Sie dürfen alles, außer die Organisation zu übergeben oder zu löschen.',
  'invitation.done.editor': 'Sie sind Bearbeiter: Sie dürfen Bilder registrieren, ändern und ins Register eintragen.',
  'invitation.done.verifier': 'Sie sind Prüfer: Sie dürfen Bilder ansehen und andere für diese Organisation prüfen.',
  'invitation.done.viewer': 'Sie sind Betrachter: Sie dürfen die Bilder dieser Organisation ansehen.',
  'device.title': 'Ein Programm anmelden',
  'device.text':
    'Ein Programm ohne Browser zeigt einen Code. Geben Sie ihn hier ein, damit das Programm in Ihrem Namen arbeiten darf.',
  'device.code': 'Code',
  'device.missing': 'Geben Sie den Code ein, den das Programm zeigt.',
  'device.next': 'Weiter',
  'device.compare': 'Zeigt Ihr Programm den Code {code}?',
  'device.program': 'Programm, wie es sich nennt',
  'device.address': 'Adresse, von der es fragt',
  'device.since': 'Gefragt',
  'device.noName': 'ohne Namen',
  'device.warning':
    'Erlaubt, darf es als {email} alles, was Sie dürfen, bis Sie seine Sitzung beenden. Wenn Sie es nicht gestartet haben, lehnen Sie ab.',
  'device.allow': 'Erlauben',
  'device.refuse': 'Ablehnen',
  'device.allowed': 'Das Programm ist angemeldet',
  'device.allowed.text':
    'Es macht in wenigen Sekunden von selbst weiter. Seine Sitzung finden und beenden Sie in Ihrem Konto.',
  'device.refused': 'Abgelehnt',
  'device.refused.text': 'Das Programm hat es erfahren. Nichts wurde geändert.',
  'device.gone':
    'Dieser Code ist unbekannt, wurde schon beantwortet oder ist älter als 15 Minuten. Lassen Sie das Programm einen neuen zeigen.',
  'device.again': 'Einen anderen Code eingeben',

  'accountPage.title': 'Ihr Konto',
  'accountPage.text':
    'Ihr Name, Ihr Passwort und die Browser, in denen Sie angemeldet sind. Alles, was über Sie gespeichert ist, lässt sich hier herunterladen und löschen.',
  'keys.keep': 'Die API-Schlüssel behalten, die ich erstellt habe',
  'confirm.title': 'Bestätigen Sie Ihre E-Mail-Adresse',
  'confirm.text':
    'Wir haben eine Mail mit einem Link an {email} geschickt. Bis sie bestätigt ist, lässt sich ein verlorenes Passwort nicht sicher neu setzen, und der Dienst kann API-Schlüssel, Webhooks und Einladungen verweigern.',
  'confirm.resend': 'Die Mail noch einmal schicken',
  'confirm.sent': 'Eine Mail ist unterwegs.',
  'profile.title': 'Profil',
  'profile.since': 'Konto seit',
  'changeAddress.text':
    'Die neue Adresse muss mit der Mail bestätigt werden, die an sie geht. Ist Ihre jetzige Adresse bestätigt, wartet die Änderung 24 Stunden, in denen die Mail an die jetzige sie anhalten kann.',
  'changeAddress.new': 'Neue E-Mail-Adresse',
  'changeAddress.ask': 'Änderung beantragen',
  'changeAddress.same': 'Das ist schon Ihre Adresse.',
  'changeAddress.taken': 'Ein anderes Konto hat diese E-Mail-Adresse.',
  'changeAddress.asked': 'Eine Mail mit einem Link ging an {email}, eine Warnung an {present}.',
  'changePassword.title': 'Passwort',
  'changePassword.text':
    'Ein neues Passwort meldet Sie überall sonst ab und beendet die API-Schlüssel, die Sie erstellt haben, wenn Sie sie nicht behalten.',
  'changePassword.current': 'Jetziges Passwort',
  'changePassword.wrong': 'Das ist nicht Ihr jetziges Passwort.',
  'changePassword.new': 'Neues Passwort',
  'changePassword.change': 'Das Passwort ändern',
  'changePassword.done': 'Ab jetzt gilt das neue Passwort.',
  'sessions.title': 'Wo Sie angemeldet sind',
  'sessions.text': 'Wenn Sie eine davon nicht kennen, beenden Sie sie und ändern Sie Ihr Passwort.',
  'sessions.current': 'hier',
  'sessions.since': 'Seit {time}, von {address}',
  'sessions.unknownBrowser': 'Unbekanntes Programm',
  'sessions.end': 'Beenden',
  'sessions.endAll': 'Überall abmelden',
  'identities.title': 'Anmelden mit anderen Konten',
  'identities.none': 'Keines ist verknüpft. Melden Sie sich einmal damit an, dann ist es das.',
  'identities.since': 'verknüpft {time}',
  'exportAccount.title': 'Ihre Daten',
  'exportAccount.text':
    'Alles, was über Sie aufbewahrt wird, in einer ZIP-Datei: Profil, Bilder, Prüfungen, Schlüssel ohne Geheimnisse und was Sie getan haben.',
  'exportAccount.do': 'Meine Daten herunterladen',
  'exportAccount.done': 'Die Datei liegt bei Ihren Downloads.',
  'deleteAccount.title': 'Konto löschen',
  'deleteAccount.text':
    'Mit ihm verschwinden seine Organisationen und alle Bilder darin. Was im Register steht, bleibt dort. Das lässt sich nicht rückgängig machen.',
  'deleteAccount.recent':
    'Melden Sie sich vorher neu an: Der Dienst verlangt eine Anmeldung in den letzten zehn Minuten.',
  'deleteAccount.confirm': 'Zum Löschen des Kontos {email} eingeben',
  'deleteAccount.mismatch': 'Das ist nicht {email}.',
  'deleteAccount.wrong': 'Das Passwort ist falsch.',
  'deleteAccount.lastOwner':
    'Ihnen gehört eine Organisation, in der andere arbeiten. Übergeben oder löschen Sie sie zuerst.',
  'deleteAccount.do': 'Mein Konto löschen',
};
