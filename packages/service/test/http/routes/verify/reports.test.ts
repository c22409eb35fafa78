import { execFileSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { APP_WORDS } from '../../../../src/http/reports/generated/appWords.ts';
import { OWN_WORDS } from '../../../../src/http/reports/ownWords.ts';
import { languageOf } from '../../../../src/http/reports/words.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';

let service: TestService;
let ada: Account;
let eve: Account;
let assetId: string;
let checkId: string;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
  assetId = (await send('/v1/assets/', 'TOY harbour', [{ name: 'title', value: 'Harbour <&> "at dawn"' }]))
    .id as string;
  checkId = (await send('/v1/verify/', 'TOY harbour +edit')).verification_id as string;
});
afterAll(() => service.app.close());

type Json = Record<string, unknown>;
async function send(
  url: string,
  text: string,
  more: { name: string; value: string }[] = [],
  who: Account | null = ada,
) {
  const form = formOf([...more, { name: 'file', value: text, fileName: 'x.jpg' }]);
  const headers = { ...form.headers, ...who?.headers };
  return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json() as Json;
}
const get = (url: string, who: Account | null = ada, headers: Record<string, string> = {}) =>
  service.app.inject({ method: 'GET', url, headers: { ...who?.headers, ...headers } });

describe('reports of verifications', () => {
  test('200: a tagged PDF/A with embedded fonts alone; the same bytes each time', async () => {
    const answer = await get(`/v1/verify/${checkId}/report.pdf`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-language': 'en',
      'content-disposition': expect.stringContaining(`verification-${checkId}.pdf`),
    });
    const text = answer.rawPayload.toString('latin1');
    expect(text).toMatch(/^%PDF-1\.7/);
    expect(text).toContain('<pdfaid:part>2</pdfaid:part>');
    expect(text).toContain('<pdfaid:conformance>A</pdfaid:conformance>');
    expect(text).toContain('<pdfuaid:part>1</pdfuaid:part>');
    expect(text).toMatch(/\/MarkInfo|\/Marked true/);
    expect(text).toContain('/StructTreeRoot');
    // Each font brings its file, and none of the fourteen that files may lack is named.
    expect(text.match(/\/FontFile2 /g)?.length).toBe(text.match(/\/Type \/FontDescriptor/g)?.length);
    expect(text).not.toMatch(/Helvetica|Times-Roman|Courier/);
    expect((await get(`/v1/verify/${checkId}/report.pdf`)).rawPayload.equals(answer.rawPayload)).toBe(true);
  });

  test.each(['en', 'de', 'zh', 'ar'] as const)('200: as a page in %s, which loads nothing', async (lang) => {
    const answer = await get(`/v1/verify/${checkId}/report.html?lang=${lang}`);
    expect(answer.statusCode, answer.body).toBe(200);
    const page = answer.body;
    expect(page).toContain(`<html lang="${lang}" dir="${lang === 'ar' ? 'rtl' : 'ltr'}">`);
    expect(page).toContain(APP_WORDS[lang]['verdict.forged']);
    expect(page).toContain(APP_WORDS[lang]['reason.local-edit']);
    expect(page).toContain(checkId);
    expect(page).not.toMatch(/\{\w+\}|undefined|<script|(?:src|href)="(?!data:)/);
    expect(page).toContain('src="data:image/jpeg;base64,');
    expect(page).toContain('Harbour &lt;&amp;&gt; &quot;at dawn&quot;');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await get(`/v1/verify/${checkId}/report.pdf?lang=${lang}`)).statusCode).toBe(200);
  });

  test('200: without lang the language is the one that the reader prefers', async () => {
    const answer = await get(`/v1/verify/${checkId}/report.html`, ada, {
      'accept-language': 'fr, de;q=0.8, en;q=0.9',
      origin: 'https://app.example.org',
    });
    expect(answer.headers['content-language']).toBe('en');
    expect(answer.headers.vary).toMatch(/accept-language/i);
    // Said before by the rule for other origins: one header for both.
    expect(answer.headers.vary).toMatch(/origin/i);
    expect((await get(`/v1/verify/${checkId}/report.html`, ada, { 'accept-language': 'de-AT' })).body).toContain(
      APP_WORDS.de['verdict.forged'],
    );
  });

  test('404: of somebody else; 200: of nobody to whoever has its id, without pictures of strangers', async () => {
    for (const kind of ['pdf', 'html']) {
      expect((await get(`/v1/verify/${checkId}/report.${kind}`, eve)).statusCode).toBe(404);
      expect((await get(`/v1/verify/${checkId}/report.${kind}`, null)).statusCode).toBe(404);
    }
    const { verification_id } = await send('/v1/verify/', 'TOY harbour +edit', [], null);
    const page = await get(`/v1/verify/${String(verification_id)}/report.html`, null);
    expect(page.statusCode).toBe(200);
    expect(page.body).not.toContain('data:image');
    expect(page.body).not.toContain('Harbour');
    expect(page.body).not.toContain(assetId);
  });

  test('422: a language that there is not names the field', async () => {
    const answer = await get(`/v1/verify/${checkId}/report.pdf?lang=tlh`);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'lang' }] });
  });
});

describe('reports of registered pictures', () => {
  test('200: for members; 404: for strangers; 401: without a credential', async () => {
    for (const kind of ['pdf', 'html']) {
      const url = `/v1/assets/${assetId}/report.${kind}`;
      expect((await get(url)).statusCode).toBe(200);
      expect((await get(url, eve)).statusCode).toBe(404);
      expect((await get(url, null)).statusCode).toBe(401);
    }
    const page = (await get(`/v1/assets/${assetId}/report.html`)).body;
    expect(page).toContain(assetId);
    expect(page).toMatch(/[0-9a-f]{64}/);
    expect(page).not.toMatch(/\{\w+\}|undefined/);
  });

  test.each(['en', 'de', 'zh', 'ar'] as const)(
    '200: what the marks survived, each edit by itself, in %s',
    async (lang) => {
      const words = APP_WORDS[lang];
      const page = async () => (await get(`/v1/assets/${assetId}/report.html?lang=${lang}`)).body;
      const steps = await service.ports.provenance.ofAsset(assetId);
      const [first] = steps;
      const attacks = [
        { attack: 'jpeg 75', survived: true },
        { attack: 'screenshot', survived: false },
      ];
      expect(await page()).not.toContain(words['marks.attacks']);
      const history = vi
        .spyOn(service.ports.provenance, 'ofAsset')
        .mockResolvedValue([...steps, { ...first!, action: 'robustness_measured', details: { attacks } }]);
      try {
        const text = (await page()).replaceAll(/<[^>]+>/g, '|');
        expect(text).toContain(words['marks.attacks']);
        expect(text).toMatch(new RegExp(`${words['attack.jpeg75']}\\|+${words['marks.survived']}`));
        expect(text).toMatch(new RegExp(`${words['attack.screenshot']}\\|+${words['marks.lost']}`));
      } finally {
        history.mockRestore();
      }
    },
  );
});

describe('what strangers wrote in a report', () => {
  const HOSTILE = 'x"><script>alert(1)</script>\u202e\u2066citnehtua\u2069\u0007\r\nSet-Cookie: a=b';
  const SHOWN = 'x&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;citnehtua Set-Cookie: a=b';

  test('200: runs nothing, turns no direction, ends no header', async () => {
    const { id } = await send('/v1/assets/', 'TOY quay', [{ name: 'title', value: 'TITLE' }]);
    const { verification_id: check } = await send('/v1/verify/', 'TOY quay +edit');
    // Past what uploads refuse: rows of yesterday, and metadata of submitted files, hold what they hold.
    const asset = await service.ports.assets.findAny(String(id));
    const find = vi.spyOn(service.ports.assets, 'findAny').mockResolvedValue(asset && { ...asset, title: HOSTILE });
    try {
      for (const url of [`/v1/assets/${String(id)}/report`, `/v1/verify/${String(check)}/report`]) {
        const page = await get(`${url}.html`);
        expect(page.statusCode, page.body).toBe(200);
        expect(page.body).toContain(SHOWN);
        expect(page.body).not.toMatch(/<script|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/);
        for (const control of ['\u0007', '\r']) expect(page.body).not.toContain(control);
        expect(page.headers['set-cookie']).toBeUndefined();
        expect((await get(`${url}.pdf`)).statusCode).toBe(200);
      }
    } finally {
      find.mockRestore();
    }
  });

  test('200: the page may load, run, send and be framed nowhere; caches keep it for its reader alone', async () => {
    const { headers, body } = await get(`/v1/verify/${checkId}/report.html`);
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
      'sandbox',
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src|allow-/);
    // A saved file has no headers.
    expect(body).toContain(`content="${policy.slice(0, policy.indexOf('; frame-ancestors'))}"`);
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

describe('words of reports', () => {
  test('every language says everything, with the same places', () => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const words of Object.values(OWN_WORDS)) {
      expect(Object.keys(words)).toEqual(Object.keys(OWN_WORDS.en));
      for (const [key, text] of Object.entries(words))
        expect(places(text), key).toEqual(places(OWN_WORDS.en[key as keyof typeof words]));
    }
  });

  test('a header that is no list of languages is English', () => {
    expect(languageOf(undefined)).toBe('en');
    expect(languageOf(',;;q=,zh;q=0')).toBe('en');
    expect(languageOf('ar;q=0.1, xx')).toBe('ar');
  });
});

/** The tools of poppler are there on machines that render documents. */
const hasPoppler = (() => {
  try {
    execFileSync('pdftotext', ['-v'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

describe.runIf(hasPoppler)('printed text', () => {
  const textOf = async (lang: string) => {
    const { rawPayload } = await get(`/v1/verify/${checkId}/report.pdf?lang=${lang}`);
    return execFileSync('pdftotext', ['-', '-'], { input: rawPayload }).toString();
  };

  test('is copied as it was written, from right to left too', async () => {
    expect(await textOf('de')).toContain(APP_WORDS.de['verdict.forged']);
    expect(await textOf('zh')).toContain('图片核验报告');
    // Between isolating marks of direction, which the tool adds.
    expect((await textOf('ar')).replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')).toContain(
      'ما الذي قورن بماذا',
    );
  });
});
