/** Whether a service is there for the machine that it runs on, and what then holds that would not for strangers. @module */
import type { Config } from './config.ts';

type Reach = Pick<Config, 'host' | 'trustProxy' | 'publicBaseUrl' | 'environment'>;

/** Names of RFC 6761 section 6.3 and addresses of RFC 1122 section 3.2.1.3 (g) and RFC 4291 section 2.5.3. */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

/** A proxy, an address of its own or production mean that others come in too, whatever it listens on. */
export const isForOwnMachine = ({ host, trustProxy, publicBaseUrl, environment }: Reach): boolean =>
  LOOPBACK.test(host) && trustProxy.length === 0 && publicBaseUrl === null && environment !== 'production';

/** Of strangers, and of an organization on the free plan. */
const OF_OTHERS = 10;
/** Whoever tries the service out is not sent away for the day; a loop that went wrong still ends. */
const OF_OWN_MACHINE = 1000;

/** Verifications of an address without an account, each day. */
export const anonymousVerificationsPerDay = (config: Reach & Pick<Config, 'anonymousVerificationsPerDay'>): number =>
  config.anonymousVerificationsPerDay ?? (isForOwnMachine(config) ? OF_OWN_MACHINE : OF_OTHERS);

/** What the free plan allows: whoever makes an account on the own machine must not be worse off than without one. */
export const freePlanOf = (config: Reach & Pick<Config, 'freeVerificationsPerDay' | 'freeUploadsPerMonth'>) => ({
  freeVerificationsPerDay: config.freeVerificationsPerDay ?? (isForOwnMachine(config) ? OF_OWN_MACHINE : OF_OTHERS),
  freeUploadsPerMonth: config.freeUploadsPerMonth,
});
