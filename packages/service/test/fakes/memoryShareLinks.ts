/** Share links in memory. @module */
import type { Provenance } from '../../src/app/ports/assets/provenance.ts';
import type { Shared, ShareLink, ShareLinks } from '../../src/app/ports/assets/shareLinks.ts';

export function memoryShareLinks(provenance: Pick<Provenance, 'add'>): ShareLinks {
  const links = new Map<string, ShareLink>();
  const of = (shared: Shared) =>
    [...links].filter(([, link]) => link.assetId === shared.assetId && link.verificationId === shared.verificationId);
  return {
    async add(link, tokenHash, trace) {
      links.set(tokenHash, link);
      if (trace) await provenance.add(trace);
    },
    findByToken: async (tokenHash) => links.get(tokenHash) ?? null,
    list: async (shared) =>
      of(shared)
        .map(([, link]) => link)
        .reverse(),
    async revoke(shared, id, at, trace) {
      const [hash, link] = of(shared).find(([, candidate]) => candidate.id === id) ?? [];
      if (hash === undefined || !link) return false;
      if (link.revokedAt !== null) return true;
      links.set(hash, { ...link, revokedAt: at });
      if (trace) await provenance.add(trace);
      return true;
    },
    forgetEnded: async () => 0,
  };
}
