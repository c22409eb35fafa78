/** German: as ../en/organization.ts. @module */
import type { organization as english } from '../en/organization.ts';
import type { In } from '../translate.ts';

export const organization: In<typeof english> = {
  'organization.title': 'Organisation',
  'organization.yours': 'Wo Sie arbeiten',
  'organization.yoursText':
    'Bilder, Schlüssel und Kontingente gehören einer Organisation. Was Sie hochladen und ansehen, ist das der gewählten.',
  'organization.acting': 'hier arbeiten Sie',
  'organization.personal': 'Ihre eigene',
  'organization.work': 'Hier arbeiten',
  'organization.new': 'Neue Organisation',
  'organization.name': 'Name',
  'organization.nameMissing': 'Geben Sie ihr einen Namen.',
  'organization.create': 'Erstellen',
  'organization.members': 'Mitglieder von {name}',
  'organization.remove': 'Entfernen',
  'organization.removeSure': 'Endgültig entfernen',
  'organization.roleOf': 'Rolle von {person}',
  'organization.invitations': 'Einladungen',
  'organization.invite': 'Einladen',
  'organization.inviteText':
    'Eine Mail mit einem Link geht an die Adresse. Der Link gilt eine Woche, allein für diese Adresse.',
  'organization.role': 'Rolle',
  'organization.invited': 'Eingeladen als {role} bis {day}',
  'organization.withdrawInvitation': 'Zurückziehen',
  'role.owner': 'Eigentümer',
  'role.admin': 'Verwalter',
  'role.editor': 'Bearbeiter: lädt Bilder hoch und ändert sie',
  'role.verifier': 'Prüfer: sieht und prüft',
  'role.viewer': 'Betrachter: sieht',
};
