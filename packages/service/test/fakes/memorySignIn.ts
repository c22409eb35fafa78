/** The ports around signing in, as far as routes of other subjects touch them. @module */
import type { AccountData } from '../../src/app/ports/accounts/accountData.ts';
import type { DeviceLogins } from '../../src/app/ports/accounts/deviceLogins.ts';
import type { Identities } from '../../src/app/ports/accounts/identities.ts';
import type { MailRequests } from '../../src/app/ports/accounts/mailRequests.ts';
import type { MailToken, MailTokens } from '../../src/app/ports/accounts/mailTokens.ts';
import { onlyInDatabase } from './onlyInDatabase.ts';

export interface MemorySignIn {
  readonly mailTokens: MailTokens;
  readonly mailRequests: MailRequests;
  readonly identities: Identities;
  readonly deviceLogins: DeviceLogins;
  readonly accountData: AccountData;
}

export function memorySignIn(): MemorySignIn {
  const tokens: MailToken[] = [];
  return {
    mailTokens: {
      async issue(issued) {
        for (const token of issued) tokens.push({ ...token, usedAt: null, confirmedAt: null });
        return true;
      },
      find: async (tokenHash) => tokens.find((token) => token.tokenHash === tokenHash) ?? null,
      confirmAddress: onlyInDatabase('mailTokens.confirmAddress'),
      resetPassword: onlyInDatabase('mailTokens.resetPassword'),
      waitingChanges: onlyInDatabase('mailTokens.waitingChanges'),
      completeChange: onlyInDatabase('mailTokens.completeChange'),
      cancelChanges: onlyInDatabase('mailTokens.cancelChanges'),
      purge: onlyInDatabase('mailTokens.purge'),
    },
    mailRequests: {
      ask: async () => {},
      waiting: onlyInDatabase('mailRequests.waiting'),
      answer: onlyInDatabase('mailRequests.answer'),
    },
    deviceLogins: {
      create: onlyInDatabase('deviceLogins.create'),
      findOpen: onlyInDatabase('deviceLogins.findOpen'),
      decide: onlyInDatabase('deviceLogins.decide'),
      poll: onlyInDatabase('deviceLogins.poll'),
      purge: onlyInDatabase('deviceLogins.purge'),
    },
    identities: {
      find: onlyInDatabase('identities.find'),
      list: async () => [],
      link: onlyInDatabase('identities.link'),
      recordLogin: onlyInDatabase('identities.recordLogin'),
    },
    accountData: {
      memberships: onlyInDatabase('accountData.memberships'),
      assets: onlyInDatabase('accountData.assets'),
      verifications: onlyInDatabase('accountData.verifications'),
      apiKeys: onlyInDatabase('accountData.apiKeys'),
      webhooks: onlyInDatabase('accountData.webhooks'),
      shareLinks: onlyInDatabase('accountData.shareLinks'),
      auditEntries: onlyInDatabase('accountData.auditEntries'),
      remove: onlyInDatabase('accountData.remove'),
    },
  };
}
