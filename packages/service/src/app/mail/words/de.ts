import type { MailWords } from './mailWords.ts';

const RECOVER =
  'Sobald der Endpunkt wieder arbeitet, schalten Sie den Webhook ein und verlangen Sie, was er verpasst hat, mit POST /v1/webhooks/{id}/recover.';

export const de: MailWords = {
  greeting: 'Guten Tag,',
  verify: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse',
    paragraphs: [
      'Mit dieser E-Mail-Adresse wurde ein Konto bei Assay eröffnet. Um zu bestätigen, dass sie Ihnen gehört, öffnen Sie innerhalb von 24 Stunden diese Seite und drücken Sie dort den Knopf:',
      '{link}',
      'Wenn Sie kein Konto eröffnet haben, beachten Sie diese Mail nicht. Ohne den Link kann niemand die Adresse bestätigen.',
    ],
  },
  change: {
    subject: 'Bestätigen Sie Ihre E-Mail-Adresse: sie wird die neue Ihres Kontos',
    paragraphs: [
      'Sie möchten diese E-Mail-Adresse für Ihr Konto bei Assay verwenden. Um sie zu bestätigen, öffnen Sie innerhalb von 24 Stunden diese Seite und drücken Sie dort den Knopf:',
      '{link}',
      'Bis dahin und, wenn die jetzige Adresse bestätigt ist, bis 24 Stunden nach dem Antrag behält Ihr Konto seine Adresse. Wenn Sie das nicht wollten, beachten Sie diese Mail nicht.',
    ],
  },
  changeAsked: {
    subject: 'Ihre E-Mail-Adresse soll geändert werden',
    paragraphs: [
      'Jemand, der das Passwort Ihres Kontos bei Assay kennt, will dessen E-Mail-Adresse in {email} ändern. Die Änderung gilt, sobald jene Adresse bestätigt ist und, wenn Sie die jetzige bestätigt haben, frühestens nach 24 Stunden. Um sie anzuhalten, öffnen Sie diese Seite und drücken Sie dort den Knopf:',
      '{link}',
      'Wenn Sie das nicht waren, setzen Sie jetzt ein neues Passwort: wer es war, kennt das alte.',
    ],
  },
  changed: {
    subject: 'Ihre E-Mail-Adresse wurde geändert',
    paragraphs: [
      'Ihr Konto bei Assay hat jetzt die E-Mail-Adresse {email}. Mails über das Konto kommen nicht mehr hierher.',
      'Wenn Sie das nicht waren, antworten Sie sofort den Leuten, die diesen Dienst betreiben.',
    ],
  },
  reset: {
    subject: 'Setzen Sie ein neues Passwort',
    paragraphs: [
      'Jemand hat für das Konto bei Assay mit dieser E-Mail-Adresse ein neues Passwort verlangt. Um eines zu wählen, öffnen Sie innerhalb einer Stunde diese Seite:',
      '{link}',
      'Jede Sitzung und jeder API-Schlüssel des Kontos endet damit. Wenn Sie das nicht wollten, beachten Sie diese Mail nicht: Ihr Passwort bleibt, wie es ist.',
    ],
  },
  passwordChanged: {
    subject: 'Ihr Passwort wurde geändert',
    paragraphs: [
      'Das Passwort Ihres Kontos bei Assay wurde soeben geändert; alle anderen Sitzungen wurden beendet, mit den Links aus Mails über das Konto.',
      'Wenn Sie das nicht waren, wählen Sie sofort „Passwort vergessen“ und beenden Sie alle Sitzungen.',
    ],
  },
  sessionsEnded: {
    subject: 'Ihre Sitzungen wurden vom Betreiber beendet',
    paragraphs: [
      'Der Betreiber dieses Dienstes hat alle Sitzungen Ihres Kontos bei Assay beendet, mit den Links aus Mails über das Konto und, wenn nichts anderes vereinbart war, den API-Schlüsseln, die Sie erstellt haben.',
      'Melden Sie sich wieder an. Wenn Ihnen niemand gesagt hat, weshalb, wählen Sie ein neues Passwort: Es könnte sein, dass jemand anderes Ihr Konto benutzt hat.',
    ],
  },
  tokenReused: {
    subject: 'Eine Sitzung Ihres Kontos wurde zur Sicherheit beendet',
    paragraphs: [
      'Ein Refresh-Token Ihres Kontos bei Assay wurde ein zweites Mal verwendet, nachdem er ersetzt worden war. Das geschieht, wenn jemand eine Kopie davon hat; seine Sitzung wurde deshalb beendet.',
      'Melden Sie sich wieder an. Wenn Sie Assay auf einem Gerät nutzen, das andere erreichen, ändern Sie auch Ihr Passwort.',
    ],
  },
  deleted: {
    subject: 'Ihr Konto wurde gelöscht',
    paragraphs: ['Ihr Konto bei Assay und alles, was nur zu ihm gehörte, wurde gelöscht, wie Sie es wollten.'],
  },
  invitation: {
    subject: 'Einladung zu {organization} auf Assay',
    paragraphs: [
      'Sie sind eingeladen, der Organisation „{organization}“ auf Assay beizutreten, als {role}.',
      'Melden Sie sich mit dieser Adresse an, oder eröffnen Sie mit ihr ein Konto, und folgen Sie dann diesem Link:',
      '{link}',
      'Der Link gilt einmal, bis {until}. Wenn Sie ihn nicht erwartet haben, tun Sie nichts.',
    ],
  },
  webhookFailing: {
    subject: 'Ein Webhook Ihrer Organisation schlägt fehl',
    paragraphs: [
      'Drei Tage lang schlug jeder Versuch fehl, dem Endpunkt bei {host} (Webhook {id}) ein Ereignis zuzustellen.',
      'Ereignisse warten und werden wieder versucht. Kommt zwei weitere Tage nichts an, wird der Webhook abgeschaltet.',
    ],
  },
  webhookGone: {
    subject: 'Ein Webhook Ihrer Organisation wurde abgeschaltet',
    paragraphs: [
      'Assay sendet dem Endpunkt bei {host} (Webhook {id}) keine Ereignisse mehr. Sein Server antwortete 410 Gone: er nimmt keine Ereignisse mehr an.',
      RECOVER,
    ],
  },
  webhookOff: {
    subject: 'Ein Webhook Ihrer Organisation wurde abgeschaltet',
    paragraphs: [
      'Assay sendet dem Endpunkt bei {host} (Webhook {id}) keine Ereignisse mehr. Fünf Tage lang schlug jeder Versuch einer Zustellung fehl.',
      RECOVER,
    ],
  },
  roles: {
    owner: 'Eigentümer',
    admin: 'Administrator',
    editor: 'Bearbeiter',
    verifier: 'Prüfer',
    viewer: 'Betrachter',
  },
};
