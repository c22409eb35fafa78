/** The service over HTTP with its real repositories, encryption, publication and archives; pictures are toys in memory. @module */
import type { LightMyRequestResponse } from 'fastify';
import { createRepositories } from '../../src/adapters/db/repositories.ts';
import type { OpenDatabase } from '../../src/adapters/db/connection/open.ts';
import { runPinJob } from '../../src/app/content/pinJob.ts';
import { readConfig } from '../../src/config/config.ts';
import { composeContent, openPinService } from '../../src/compose/content.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../fakes/testService.ts';
import { type MemoryFiles, memoryFiles } from '../fakes/memoryFiles.ts';
import { toyPicture } from '../fakes/toyEngine.ts';

export interface Publications {
  readonly files: readonly {
    readonly variant: string;
    readonly cid: string;
    readonly url: string;
    readonly pin: { readonly cid: string; readonly status: string; readonly last_error: string | null } | null;
  }[];
}

export interface ContentService {
  readonly service: TestService;
  /** What lies in the store. */
  readonly stored: MemoryFiles;
  readonly ada: Account;
  readonly eve: Account;
  /** Ada uploads a toy; its id. */
  upload(scene: string, encrypt?: boolean): Promise<string>;
  /** An asset of Ada whose delivered file has exactly these bytes. */
  assetWith(bytes: Uint8Array, encrypt?: boolean): Promise<string>;
  publication(
    method: 'POST' | 'GET' | 'DELETE',
    id: string,
    who?: Account | null,
    payload?: object,
  ): Promise<LightMyRequestResponse>;
  publish(id: string, payload?: object): Promise<Publications>;
  /** One run of the pin job. */
  runPins(): Promise<number>;
}

let number = 0;

/** @param environment settings of the service */
export async function startContentService(
  database: OpenDatabase,
  environment: Readonly<Record<string, string>>,
): Promise<ContentService> {
  const stored = memoryFiles();
  const config = readConfig(environment);
  const service = await startTestService({}, ({ ids, clock }) => {
    const own = { database, ids, clock, keyEncryptionKey: Buffer.alloc(32, 1) };
    return { ...createRepositories(database, own), ...composeContent(config, { ...own, files: stored }) };
  });
  const pins = openPinService(config, () => 'https://assay.example');
  const ada = await openAccount(service, `ada${++number}@example.org`);
  const eve = await openAccount(service, `eve${number}@example.org`);

  const upload: ContentService['upload'] = async (scene, encrypt = false) => {
    const field = { name: 'encrypt', value: String(encrypt) };
    const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'x.jpg' }, field]);
    const headers = { ...form.headers, ...ada.headers };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    return (answer.json() as { id: string }).id;
  };
  const publication: ContentService['publication'] = (method, id, who = ada, payload = {}) =>
    service.app.inject({
      method,
      url: `/v1/storage/assets/${id}/publication`,
      headers: who?.headers ?? {},
      ...(method === 'POST' ? { payload } : {}),
    });
  return {
    service,
    stored,
    ada,
    eve,
    upload,
    async assetWith(bytes, encrypt = false) {
      const id = await upload(`scene${++number}`, encrypt);
      await service.ports.files.put(id, 'watermarked', bytes);
      return id;
    },
    publication,
    async publish(id, payload) {
      const answer = await publication('POST', id, ada, payload);
      if (answer.statusCode !== 201) throw new Error(answer.body);
      return answer.json() as Publications;
    },
    runPins: async () => (pins ? runPinJob(service.ports, pins) : 0),
  };
}
