/** The port `LiveVerifications`: in memory, of this process alone. @module */
import type { LiveEvent, LiveVerifications } from '../../app/ports/verify/liveVerifications.ts';

interface Running {
  readonly told: LiveEvent[];
  readonly listeners: Set<(event: LiveEvent) => void>;
}

export function liveVerifications(): LiveVerifications {
  const running = new Map<string, Running>();
  return {
    begin: (id) => void running.set(id, { told: [], listeners: new Set() }),
    tell(id, event) {
      const one = running.get(id);
      if (event.event === 'ended') running.delete(id);
      else one?.told.push(event);
      for (const listen of one?.listeners ?? []) listen(event);
    },
    watch(id, listen) {
      const one = running.get(id);
      if (!one) return null;
      for (const event of one.told) listen(event);
      one.listeners.add(listen);
      return () => void one.listeners.delete(listen);
    },
  };
}
