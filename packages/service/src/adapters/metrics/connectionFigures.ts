/** Figures of the connections that this process has to PostgreSQL. @module */
import { Gauge, type Registry } from 'prom-client';

export interface ConnectionFigures {
  /** Open, and at work for somebody. */
  readonly busy: number;
  /** Open, and at work for nobody. */
  readonly idle: number;
  /** Reads and transactions that wait for a connection. */
  readonly waiting: number;
  /** So many may be open. */
  readonly max: number;
}

/** @returns from its call on they are read when somebody asks for the figures; a service on the embedded database tells none */
export const countConnections =
  (registry: Registry) =>
  (read: () => ConnectionFigures): void => {
    const open = new Gauge({
      name: 'assay_database_connections',
      help: 'Connections to PostgreSQL that this process has open, at work or idle.',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { busy, idle } = read();
        this.set({ state: 'busy' }, busy);
        this.set({ state: 'idle' }, idle);
      },
    });
    registry.registerMetric(open);
    registry.registerMetric(
      single(
        'assay_database_connections_max',
        'Connections to PostgreSQL that this process may have open.',
        () => read().max,
      ),
    );
    registry.registerMetric(
      single('assay_database_waiting', 'Reads and transactions that wait for a connection.', () => read().waiting),
    );
  };

const single = (name: string, help: string, value: () => number): Gauge =>
  new Gauge({
    name,
    help,
    registers: [],
    collect() {
      this.set(value());
    },
  });
