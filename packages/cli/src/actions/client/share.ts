/** `assay share`: a link that everyone can follow. @module */
import { NotFoundError } from '@assay/sdk/errors';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { wholeNumber } from '../../numbers.ts';
import { printOne } from '../../results.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly server?: string | undefined;
  readonly verification?: boolean | undefined;
  readonly expiresIn?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function share(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  const client = connect(options.server, terminal);
  const expires = options.expiresIn;
  const json = expires === undefined ? {} : { expires_in: wholeNumber('--expires-in', expires, 0, 60) };
  const link = options.verification
    ? await client.call('shareVerification', { path: { verification_id: id }, json })
    : await client.call('shareAsset', { path: { asset_id: id }, json }).catch((refused: unknown) => {
        if (refused instanceof NotFoundError) terminal.note('If ID is that of a verification, add --verification.');
        throw refused;
      });
  if (options.json) printOne(terminal, true, link);
  else terminal.print(link.url);
  terminal.note(link.expires_at === null ? 'It works until it is taken back.' : `It works until ${link.expires_at}.`);
  return EXIT.ok;
}
