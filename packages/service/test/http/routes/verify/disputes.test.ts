import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { PLAN_LIMITS } from '../../../../src/app/ports/accounts/planLimits.ts';
import { outbox } from '../../../../src/adapters/db/schema/delivery.ts';
import { disputes } from '../../../../src/adapters/db/schema/verifications.ts';
import { createDisputes } from '../../../../src/adapters/db/verifications/disputes.ts';
import { DISPUTES_PER_DAY } from '../../../../src/app/disputes/openDispute.ts';
import { resolveDispute, type Ruling } from '../../../../src/app/disputes/resolveDispute.ts';
import { forgetDisputedPictures } from '../../../../src/app/retentionJob.ts';
import { type Account, type FormPart, formOf } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import {
  type Asked,
  codeOf,
  type DatabaseService,
  newAccount,
  startDatabaseService,
} from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const PICTURE = toyPicture('disputed');
const UPHELD: Ruling = { status: 'upheld', verdict: null, note: 'It is another picture.' };

describeOnEachEngine('disputes', (database) => {
  let service: DatabaseService;
  let ada: Account;
  let eve: Account;
  beforeAll(async () => {
    service = await startDatabaseService(database());
  });
  beforeEach(async () => {
    [ada, eve] = [await newAccount(service), await newAccount(service)];
  });
  afterAll(() => service.app.close());

  const send = (url: string, who: Account | null, parts: readonly FormPart[], more = {}): Promise<Asked> => {
    const form = formOf(parts);
    return service.ask('POST', url, who, form.payload, { ...form.headers, ...more });
  };
  const file: FormPart = { name: 'file', value: PICTURE, fileName: 'a.jpg' };
  const verify = async (who: Account | null): Promise<string> =>
    String((await send('/v1/verify/', who, [file])).body.verification_id);
  const fields = (values: Record<string, string>): FormPart[] =>
    Object.entries(values).map(([name, value]) => ({ name, value }));
  const at = (id: string): string => `/v1/verify/${id}/dispute`;
  const dispute = (id: string, who: Account | null, values: Record<string, string> = {}, more: FormPart[] = []) =>
    send(at(id), who, [...fields({ reason: 'not_altered', ...values }), ...more]);
  const withPicture = (id: string, who: Account | null, picture: FormPart = file) =>
    dispute(id, who, { consent_to_keep_picture: 'true' }, [picture]);
  const eventsOf = async (organizationId: string) => {
    const rows = await database().read((queries) =>
      queries.select().from(outbox).where(eq(outbox.organizationId, organizationId)),
    );
    return rows.filter(({ event }) => event.startsWith('verification.dispute'));
  };
  const auditOf = async (organizationId: string) =>
    (await service.ports.organizations.auditLog(organizationId, { page: 1, pageSize: 100 })).items
      .filter(({ action }) => /disputed?|dispute/.test(action))
      .toReversed();
  const personalOf = async ({ id }: Account) => (await service.ports.memberships.personal(id)).organization.id;

  test('403: a picture must fit in the storage; 422: those of strangers have a bound; without it either is taken', async () => {
    const { ids, clock } = service.ports;
    const planLimits = { ...PLAN_LIMITS, free: { ...PLAN_LIMITS.free, storageBytes: PICTURE.length - 1 } };
    const settings = { ids, clock, keyEncryptionKey: Buffer.alloc(32, 1), planLimits, enforceQuotas: true };
    const bounds = { anonymousVerificationsPerDay: 10, strangersBytesMax: PICTURE.length };
    const tight = createDisputes(database(), { ...settings, ...bounds });
    const { disputes: wide } = service.ports;
    Object.assign(service.ports, { disputes: tight });
    const own = await verify(ada);
    expect(codeOf(await withPicture(own, ada))).toEqual([403, 'QUOTA_EXCEEDED']);
    expect((await dispute(own, ada)).status).toBe(201);
    const [first, second] = [await verify(null), await verify(null)];
    const before = await withPicture(first, null);
    // Earlier tests may have left one.
    expect([201, 422]).toContain(before.status);
    expect(await withPicture(second, null)).toMatchObject({ status: 422, body: { errors: [{ field: 'file' }] } });
    expect((await dispute(second, null)).status).toBe(201);
    Object.assign(service.ports, { disputes: wide });
  });

  test('201, then 200: one open dispute, which its maker reads; the organization is told once', async () => {
    const id = await verify(ada);
    const first = await dispute(id, ada, { comment: ' It is mine. ', expected_verdict: 'authentic' });
    expect([first.status, first.headers.location]).toEqual([201, at(id)]);
    expect(first.body).toMatchObject({
      verification_id: id,
      status: 'open',
      reason: 'not_altered',
      comment: 'It is mine.',
      expected_verdict: 'authentic',
      corrected_verdict: null,
      picture: null,
      resolved_at: null,
    });
    const second = await dispute(id, ada, { reason: 'other', comment: 'changed my mind' });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect((await service.ask('GET', at(id), ada)).body).toEqual(first.body);
    const organizationId = await personalOf(ada);
    expect((await eventsOf(organizationId)).map(({ event, data }) => [event, data])).toEqual([
      [
        'verification.disputed',
        {
          dispute_id: first.body.id,
          verification_id: id,
          verdict: 'unknown',
          reason: 'not_altered',
          expected_verdict: 'authentic',
        },
      ],
    ]);
    expect(await auditOf(organizationId)).toMatchObject([
      { action: 'verification.disputed', actorId: ada.id, targetKind: 'verification', targetId: id },
    ]);
  });

  test('201: two at once open one', async () => {
    const id = await verify(ada);
    const answers = await Promise.all([dispute(id, ada), dispute(id, ada), dispute(id, ada)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 201]);
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  });

  test('404: somebody else neither disputes nor reads, and a verification that is not disputed says so', async () => {
    const id = await verify(ada);
    for (const who of [eve, null]) {
      expect(codeOf(await dispute(id, who))).toEqual([404, 'VERIFICATION_NOT_FOUND']);
      expect(codeOf(await service.ask('GET', at(id), who))).toEqual([404, 'VERIFICATION_NOT_FOUND']);
    }
    expect(codeOf(await service.ask('GET', at(id), ada))).toEqual([404, 'DISPUTE_NOT_FOUND']);
    expect(codeOf(await dispute(crypto.randomUUID(), ada))).toEqual([404, 'VERIFICATION_NOT_FOUND']);
  });

  test('201: an anonymous verification is disputed and followed by whoever has its id', async () => {
    const id = await verify(null);
    expect((await dispute(id, null)).status).toBe(201);
    expect((await service.ask('GET', at(id), null)).body).toMatchObject({ verification_id: id, status: 'open' });
    expect((await dispute(id, eve)).status).toBe(200);
  });

  test('of an anonymous verification nobody is told, the owner of the picture that it found neither', async () => {
    const form = (scene: string): FormPart[] => [{ name: 'file', value: toyPicture(scene), fileName: 'a.jpg' }];
    expect((await send('/v1/assets/', ada, form('quay'))).status).toBe(201);
    const { body } = await send('/v1/verify/', null, form('quay'));
    const id = String(body.verification_id);
    const organizationId = await personalOf(ada);
    const { verifiedAssetId } = (await service.ports.verifications.find(id))!;
    expect((await service.ports.assets.findAny(verifiedAssetId!))?.organizationId).toBe(organizationId);
    const { body: opened } = await dispute(id, null);
    const { items } = await service.ports.disputes.page('open', { page: 1, pageSize: 100 });
    expect(items.map((one) => one.dispute.id)).toContain(opened.id);
    await resolveDispute(service.ports, String(opened.id), UPHELD);
    expect((await service.ask('GET', at(id), null)).body).toMatchObject({ status: 'upheld', note: UPHELD.note });
    expect([await eventsOf(organizationId), await auditOf(organizationId)]).toEqual([[], []]);
  });

  test('422: a reason that is none, a comment without end, the verdict that it has', async () => {
    const id = await verify(ada);
    const refused = async (values: Record<string, string>, field: string) => {
      const answer = await dispute(id, ada, values);
      expect(answer.status).toBe(422);
      expect(answer.body.errors).toMatchObject([{ field, location: 'body' }]);
    };
    await refused({ reason: 'because' }, 'reason');
    await refused({ comment: 'x'.repeat(2001) }, 'comment');
    await refused({ expected_verdict: 'unknown' }, 'expected_verdict');
    expect((await send(at(id), ada, fields({ comment: 'no reason' }))).body.errors).toMatchObject([
      { field: 'reason' },
    ]);
  });

  test('429: after ten in a day an address waits for the next', async () => {
    const ids: string[] = [];
    for (let i = 0; i <= DISPUTES_PER_DAY; i++) ids.push(await verify(ada));
    for (const id of ids.slice(0, DISPUTES_PER_DAY)) expect((await dispute(id, ada)).status).toBe(201);
    const refused = await dispute(ids.at(-1) as string, ada);
    expect(codeOf(refused)).toEqual([429, 'RATE_LIMITED']);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    // One that is open is read again without being counted.
    expect((await dispute(ids[0] as string, ada)).status).toBe(200);
    expect((await dispute(await verify(eve), eve)).status).toBe(201);
  });

  describe('pictures', () => {
    const sealedOf = async (verificationId: string) => {
      const [row] = await database().read((queries) =>
        queries.select().from(disputes).where(eq(disputes.verificationId, verificationId)),
      );
      return row?.pictureSealed ?? null;
    };

    test('201: kept sealed with consent, and removed after 30 days with a trace', async () => {
      const id = await verify(ada);
      const { status, body } = await withPicture(id, ada);
      expect([status, body.picture]).toMatchObject([201, { size_bytes: PICTURE.length, removed_at: null }]);
      const sealed = await sealedOf(id);
      expect(Buffer.from(sealed ?? []).includes(Buffer.from(PICTURE))).toBe(false);
      expect(Buffer.from((await service.ports.disputes.picture(String(body.id))) ?? [])).toEqual(Buffer.from(PICTURE));
      service.ports.clock.advance(30 * DAY_MS - 1);
      await forgetDisputedPictures(service.ports);
      expect(await sealedOf(id)).not.toBeNull();
      service.ports.clock.advance(1);
      await forgetDisputedPictures(service.ports);
      expect(await sealedOf(id)).toBeNull();
      const { dispute: kept } = (await service.ports.disputes.find(String(body.id)))!;
      expect(kept.picture).toMatchObject({ sizeBytes: PICTURE.length, removedAt: service.ports.clock.now() });
      expect((await auditOf(await personalOf(ada))).at(-1)).toMatchObject({
        action: 'dispute.picture_removed',
        actorKind: 'system',
        targetId: body.id,
      });
    });

    test('422: no picture without consent, no consent without a picture, no other picture', async () => {
      const id = await verify(ada);
      const refused = async (answer: Promise<Asked>, field: string) =>
        expect((await answer).body.errors).toMatchObject([{ field, location: 'body' }]);
      await refused(dispute(id, ada, {}, [file]), 'consent_to_keep_picture');
      await refused(dispute(id, ada, { consent_to_keep_picture: 'true' }), 'file');
      await refused(withPicture(id, ada, { ...file, value: toyPicture('another') }), 'file');
      expect(codeOf(await service.ask('GET', at(id), ada))).toEqual([404, 'DISPUTE_NOT_FOUND']);
    });

    test('they go with the account, and so does the comment', async () => {
      const id = await verify(ada);
      const { body } = await dispute(id, ada, { consent_to_keep_picture: 'true', comment: 'I was there.' }, [file]);
      const farewell = () => {
        throw new Error('no organization goes on');
      };
      const { user } = { user: (await service.ports.users.find(ada.id))! };
      await service.ports.accountData.remove(ada.id, farewell, {
        to: user.email,
        subject: 'gone',
        text: 'gone',
      } as never);
      expect(await sealedOf(id)).toBeNull();
      expect((await service.ports.disputes.find(String(body.id)))?.dispute).toMatchObject({
        comment: null,
        userId: null,
      });
    });
  });

  describe('decisions', () => {
    const decide = async (id: string, ruling: Ruling) => {
      const open = await service.ports.disputes.latestOf(id);
      return resolveDispute(service.ports, String(open?.id), ruling);
    };
    const shown = async (id: string) => {
      const { body: own } = await service.ask('GET', `/v1/verify/${id}`, ada);
      const { body: report } = await service.ask('GET', `/v1/verify/${id}/report.json`, ada);
      const { body: link } = await service.ask('POST', `/v1/verify/${id}/share`, ada);
      const { body: shared } = await service.ask('GET', `/v1/shared/${String(link.token)}`, null);
      return [own, report.verification, shared.verification].map((one) => {
        const { verdict, disputed, corrected_verdict } = one as Record<string, unknown>;
        return [verdict, disputed, corrected_verdict];
      });
    };
    const everywhere = (row: readonly unknown[]) => [row, row, row];

    test('an overturned verdict is marked wherever it is shown, and the log stays as it was', async () => {
      const id = await verify(ada);
      const logged = await service.ports.verifications.find(id);
      expect(await shown(id)).toEqual(everywhere(['unknown', false, null]));
      await dispute(id, ada, { expected_verdict: 'authentic' });
      expect(await shown(id)).toEqual(everywhere(['unknown', true, null]));
      await decide(id, { status: 'overturned', verdict: null, note: 'The original was registered later.' });
      expect(await shown(id)).toEqual(everywhere(['unknown', true, 'authentic']));
      expect((await service.ask('GET', at(id), ada)).body).toMatchObject({
        status: 'overturned',
        corrected_verdict: 'authentic',
        note: 'The original was registered later.',
        resolved_at: service.ports.clock.now().toISOString(),
      });
      expect({ ...(await service.ports.verifications.find(id)), review: null }).toEqual({ ...logged, review: null });
      const organizationId = await personalOf(ada);
      expect((await eventsOf(organizationId)).map(({ event, data }) => [event, data]).at(-1)).toMatchObject([
        'verification.dispute_resolved',
        { verification_id: id, status: 'overturned', verdict: 'unknown', corrected_verdict: 'authentic' },
      ]);
      expect((await auditOf(organizationId)).at(-1)).toMatchObject({
        action: 'verification.dispute_resolved',
        actorKind: 'system',
        details: { status: 'overturned', corrected_verdict: 'authentic' },
      });
    });

    test('an upheld verdict is disputed no more, and may be disputed again', async () => {
      const id = await verify(ada);
      await dispute(id, ada);
      await decide(id, UPHELD);
      expect(await shown(id)).toEqual(everywhere(['unknown', false, null]));
      service.ports.clock.advance(1);
      expect((await dispute(id, ada)).status).toBe(201);
      await decide(id, { ...UPHELD, status: 'unclear' });
      expect(await shown(id)).toEqual(everywhere(['unknown', true, null]));
    });

    test('a dispute is decided once, and an overturned verdict needs another one', async () => {
      const id = await verify(ada);
      const { body } = await dispute(id, ada);
      const code = async (ruling: Ruling) => {
        const thrown = await resolveDispute(service.ports, String(body.id), ruling).catch((error: unknown) => error);
        return (thrown as { code?: string }).code;
      };
      expect(await code({ status: 'overturned', verdict: null, note: null })).toBe('VALIDATION_ERROR');
      expect(await code({ status: 'overturned', verdict: 'unknown', note: null })).toBe('VALIDATION_ERROR');
      expect(await code({ ...UPHELD, verdict: 'forged' })).toBe('VALIDATION_ERROR');
      expect(await code(UPHELD)).toBeUndefined();
      expect(await code(UPHELD)).toBe('CONFLICT');
    });
  });
});
