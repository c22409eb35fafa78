/** German: as ../en/docs.ts. @module */
import type { docs as english } from '../en/docs.ts';
import type { In } from '../translate.ts';

export const docs: In<typeof english> = {
  'docs.title': 'Dokumentation',
  'docs.lead':
    'Wie man diesen Dienst aus einem Programm benutzt. Die Befehle tragen die Adresse, unter der Sie das lesen.',
  'docs.more': 'Mehr davon',
  'docs.reference': 'API-Referenz',
  'docs.interactive': 'Interaktive Beschreibung',
  'docs.start': 'Erste Schritte',
  'docs.startText':
    'Prüfen braucht kein Konto. Für alles Übrige erstellen Sie einen API-Schlüssel und legen ihn in die Variable ASSAY_KEY Ihrer Konsole.',
  'docs.toKeys': 'Einen API-Schlüssel erstellen',
  'docs.command.check': 'Ein Bild prüfen',
  'docs.command.register': 'Ein Bild registrieren',
  'docs.command.list': 'Ihre Bilder auflisten',
  'docs.command.download': 'Das gekennzeichnete Bild holen; ASSET_ID ist die id, die das Registrieren geantwortet hat',
  'docs.verdicts': 'Was die Urteile bedeuten',
  'docs.verdictsText':
    'Entscheiden Sie nach „verdict“, zeigen Sie „details“, und nennen Sie „unknown“ nie gefälscht: Die meisten Bilder wurden nie registriert.',
  'docs.verdict.authentic':
    'Das Bild ist ein registriertes, vielleicht kleiner, zugeschnitten oder neu gespeichert, mit seinem Inhalt, wie er war.',
  'docs.verdict.forged':
    'Es stammt von einem registrierten Bild, dessen Inhalt verändert wurde, oder trägt ein Zeichen oder eine Signatur, die nicht seine eigene ist.',
  'docs.verdict.unknown': 'Nichts Registriertes passt. Über das Bild sagt das nichts.',
  'docs.limits': 'Grenzen',
  'docs.limit.size': 'Ein Bild hat höchstens {size}.',
  'docs.limit.rate':
    '60 Anfragen in der Minute, 1 000 in der Stunde, 10 000 am Tag; jede Antwort sagt in X-RateLimit-Remaining, wie viele übrig sind.',
  'docs.limit.quota':
    'Kontingente gehören der Organisation. Ein aufgebrauchtes ist 403 QUOTA_EXCEEDED, mit der Zeit, zu der es sich erneuert.',
  'docs.limit.retry':
    'Senden Sie Idempotency-Key mit allem, was etwas anlegt; dann tut eine wiederholte Anfrage nichts zweimal.',
  'docs.toUsage': 'Ansehen, was verbraucht ist',
  'docs.errors': 'Fehler',
  'docs.errorsText':
    'Jeder Fehler ist JSON mit error_code, nach dem ein Programm entscheidet, detail, das Menschen lesen, und request_id, nach der der Betreiber fragt.',
  'docs.status.400':
    'Die Anfrage ist nicht lesbar, oder die Datei ist kein Bild oder zu groß. Beheben Sie das; Wiederholen hilft nicht.',
  'docs.status.401':
    'Der Ausweis fehlt, ist falsch oder abgelaufen. Melden Sie sich neu an oder erstellen Sie einen anderen Schlüssel.',
  'docs.status.403': 'Ein Kontingent ist aufgebraucht, oder die Rolle oder der Schlüssel darf das nicht.',
  'docs.status.404': 'Es gibt das nicht, oder es gehört jemand anderem: Beides sieht gleich aus.',
  'docs.status.410': 'Es war da: ein Link, der abgelaufen ist oder widerrufen wurde.',
  'docs.status.422': 'Ein Feld ist falsch; errors sagt, welches und warum.',
  'docs.status.429': 'Zu viele Anfragen. Warten Sie die Sekunden von Retry-After.',
  'docs.status.503': 'Ausgelastet oder im Start. Kommen Sie nach den Sekunden von Retry-After wieder.',
  'docs.webhooks': 'Webhooks',
  'docs.webhooksText':
    'Nachrichten sind signiert, wie Standard Webhooks 1.0.0 es sagt. Prüfen Sie die rohen Bytes, bevor Sie sie lesen, merken Sie sich webhook-id, antworten Sie innerhalb von 15 Sekunden mit 2xx; sonst wird noch einmal gesendet, zehnmal in drei Tagen.',
  'docs.toWebhooks': 'Einen Webhook einrichten',
  'docs.receiver': 'Eine Nachricht prüfen, in Node ohne Abhängigkeiten',
  'docs.inEnglish': 'Auf Englisch.',
  'docs.section.guides': 'Anleitungen',
  'docs.sectionText.guides': 'Wie man den Dienst betreibt, und wie verschiedene Häuser ihn benutzen. Auf Englisch.',
  'docs.section.reference': 'Nachschlagen',
  'docs.sectionText.reference':
    'Jede Einstellung, jede Grenze, jeder Fehler, jedes Ereignis und jede Tabelle, und was Urteile und Zeichen bedeuten. Auf Englisch.',
  'docs.section.spec': 'Formate und Regeln',
  'docs.sectionText.spec': 'Genau genug, um ohne den Dienst zu prüfen oder nachzubauen, was er tut. Auf Englisch.',
  'reference.title': 'API-Referenz',
  'reference.text': 'Jede Operation, wie dieser Dienst sie selbst beschreibt. Zum Anfangen:',
  'reference.find': 'Finden',
  'reference.count.one': '{count} Operation',
  'reference.count.other': '{count} Operationen',
  'reference.credential': 'Braucht einen Ausweis: einen API-Schlüssel wie hier, oder einen Access-Token.',
  'reference.open': 'Braucht keinen Ausweis.',
  'reference.command': 'Als Befehl',
  'reference.members': 'Was sie nimmt',
  'reference.required': 'nötig',
  'reference.answers': 'Was sie antwortet',
};
