import { Readable } from 'node:stream';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepFiles } from '../../server/jobs/sweep-files.ts';
import { picture } from '../support/pictures.ts';
import { hosts, openTestApp, type Person, type TestApp } from '../support/test-app.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await openTestApp();
  admin = await test.signIn(hosts.north, 'admin');
});
afterAll(() => test?.close());

async function sent(name: string, bytes: Uint8Array): Promise<string> {
  const { body } = await admin.send('sysFileInfo/upload', name, bytes);
  expect(body).toMatchObject({ success: true });
  return body.data;
}
const had = async (id: string) => (await admin.raw('sysFileInfo/download', { id })).rawPayload;
const refusal = async (name: string, bytes: Uint8Array, path = 'sysFileInfo/upload') => {
  const { status, body } = await admin.send(path, name, bytes);
  return [status, body.success, body.issues?.[0]?.code, body.issues?.[0]?.path];
};
const facts = async (id: string) => (await admin.get('sysFileInfo/detail', { id })).body.data;

/** The colour in the middle of a corner of a picture. */
async function corner(bytes: Buffer, at: { left: number; top: number }): Promise<number[]> {
  const pixel = sharp(bytes)
    .removeAlpha()
    .extract({ ...at, width: 1, height: 1 });
  return [...(await pixel.raw().toBuffer())];
}

describe('a picture that someone uploads', () => {
  it('is made again from its pixels, without what a camera wrote beside them', async () => {
    const taken = await sharp(await picture('jpeg'))
      .withExif({ IFD0: { Copyright: 'a secret place' }, IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } })
      .toBuffer();
    expect((await sharp(taken).metadata()).exif).toBeDefined();
    const kept = await had(await sent('holiday.jpg', taken));
    expect((await sharp(kept).metadata()).exif).toBeUndefined();
    expect(kept.includes('a secret place')).toBe(false);
  });

  it('stands upright as the camera meant it', async () => {
    const lying = await sharp(await picture('jpeg'))
      .withMetadata({ orientation: 6 })
      .toBuffer();
    const kept = await had(await sent('upright.jpg', lying));
    expect(await sharp(kept).metadata()).toMatchObject({ width: 80, height: 120 });
    const [red = 0, , blue = 0] = await corner(kept, { left: 40, top: 10 });
    expect(red).toBeGreaterThan(blue);
  });

  it('loses whatever else its file held: pages, archives, scripts', async () => {
    const hidden = '<script>alert(document.domain)</script>PK\x03\x04';
    for (const kind of ['png', 'jpeg', 'gif', 'webp'] as const) {
      const polyglot = Buffer.concat([await picture(kind), Buffer.from(hidden, 'latin1')]);
      const kept = await had(await sent(`a.${kind}`, polyglot));
      expect([kind, kept.includes('<script>'), kept.includes('PK\x03\x04')]).toEqual([kind, false, false]);
    }
    const commented = await sharp(await picture('png'))
      .withExif({ IFD0: { ImageDescription: hidden } })
      .toBuffer();
    expect((await had(await sent('b.png', commented))).includes('<script>')).toBe(false);
  });

  it('is one frame: of what moves, the first is kept, as a PNG', async () => {
    const frames = await Promise.all(
      ['red', 'lime'].map((background) =>
        sharp({ create: { width: 20, height: 20, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const moving = await sharp(frames, { join: { animated: true } })
      .gif()
      .toBuffer();
    expect((await sharp(moving).metadata()).pages).toBe(2);
    const id = await sent('moving.gif', moving);
    expect(await facts(id)).toMatchObject({ fileOriginName: 'moving.png', mediaType: 'image/png' });
    expect(await corner(await had(id), { left: 5, top: 5 })).toEqual([255, 0, 0]);
  });

  it('is made smaller when it is larger than any screen, and has a small one beside it', async () => {
    const id = await sent('wide.png', await picture('png', { width: 6_000, height: 300 }));
    expect(await sharp(await had(id)).metadata()).toMatchObject({ width: 4_096 });
    const small = await admin.raw('sysFileInfo/preview', { id, size: 'thumb' });
    expect(small.headers['content-type']).toBe('image/webp');
    expect(await sharp(small.rawPayload).metadata()).toMatchObject({ width: 256 });
  });

  it('is refused, with the reason, when it would burst the memory or is none', async () => {
    const bomb = await sharp({ create: { width: 7_000, height: 6_000, channels: 3, background: 'white' } })
      .png({ compressionLevel: 9 })
      .toBuffer();
    expect(bomb.length).toBeLessThan(3_000_000);
    expect(await refusal('bomb.png', bomb)).toEqual([200, false, 'file.tooManyPixels', 'file']);
    const whole = await picture('png');
    expect(await refusal('torn.png', whole.subarray(0, 60))).toEqual([200, false, 'file.brokenImage', 'file']);
    const disguised = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), Buffer.from('<script>alert(1)</script>')]);
    expect(await refusal('page.jpg', disguised)).toEqual([200, false, 'file.brokenImage', 'file']);
    const lying = Buffer.from(whole);
    lying.writeUInt32BE(60_000, 16);
    lying.writeUInt32BE(60_000, 20);
    expect((await refusal('lying.png', lying))[1]).toBe(false);
  });

  it('is the only thing that an avatar may be', async () => {
    const { body } = await admin.send('sysFileInfo/uploadAvatar', 'me.png', await picture('png'));
    expect(body).toMatchObject({ success: true, data: expect.stringMatching(/^\d+$/) });
    for (const bytes of ['<svg onload="alert(1)"/>', '%PDF-1.7'])
      expect(await refusal('me.png', Buffer.from(bytes), 'sysFileInfo/uploadAvatar')).toEqual([
        200,
        false,
        'file.notAPicture',
        'file',
      ]);
  });
});

describe('the name of a file', () => {
  it.each([
    ['../../../etc/passwd', 'passwd.txt'],
    ['C:\\Windows\\system32\\cmd.txt', 'cmd.txt'],
    ['invoice\u202Efdp.txt', 'invoicefdp.txt'],
    ['a\u0000\u0007\u001bset-cookie: x=1.txt', 'aset-cookie x=1.txt'],
    ['zero\u200Bwidth\uFEFF.txt', 'zerowidth.txt'],
    ['"quoted"; filename=evil.exe.txt', 'quoted; filename=evil.exe.txt'],
    ['  ..hidden.txt . ', 'hidden.txt'],
    ['CON.txt', '_CON.txt'],
    ['', 'file.txt'],
    ['对账单.txt', '对账单.txt'],
    [`${'长'.repeat(300)}.txt`, `${'长'.repeat(200)}.txt`],
  ])('%j is kept as %j', async (given, kept) => {
    const boundary = 'x-y-z';
    const name = encodeURIComponent(given);
    const form = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename*=UTF-8''${name}\r\n\r\ntext\r\n--${boundary}--\r\n`;
    const answer = await test.app.inject({
      method: 'POST',
      url: '/api/sysFileInfo/upload',
      headers: {
        host: hosts.north,
        authorization: `Bearer ${admin.token}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      payload: form,
    });
    expect(answer.json()).toMatchObject({ success: true });
    const id = answer.json<{ data: string }>().data;
    expect(await facts(id)).toMatchObject({ fileOriginName: kept });
    const { headers } = await admin.raw('sysFileInfo/download', { id });
    const disposition = String(headers['content-disposition']);
    expect(disposition).toMatch(/^attachment; filename=[\w.%!~-]+; filename\*=UTF-8''[\w.%!~-]+$/);
    expect(decodeURIComponent(disposition.split("''")[1] ?? '')).toBe(kept);
  });

  it('does not say that a file is something else than it is', async () => {
    expect(await facts(await sent('page.html', await picture('png')))).toMatchObject({
      fileOriginName: 'page.html.png',
    });
    expect(await facts(await sent('photo.jpeg', await picture('jpeg')))).toMatchObject({
      fileOriginName: 'photo.jpeg',
    });
    expect(await facts(await sent('photo.jpg', await picture('webp')))).toMatchObject({ fileOriginName: 'photo.webp' });
  });
});

describe('the list of files', () => {
  it('has the columns and filters of clients that know it', async () => {
    const id = await sent('for the list.txt', Buffer.from('text'));
    const { body } = await admin.get('sysFileInfo/page', {
      pageNo: '1',
      pageSize: '10',
      fileOriginName: 'for the list.txt',
      fileLocation: '4',
      fileBucket: 'local',
    });
    expect((body.data as { rows: unknown[] }).rows).toMatchObject([
      {
        id,
        fileOriginName: 'for the list.txt',
        fileSuffix: 'txt',
        fileSizeKb: 1,
        fileSizeInfo: '1 KB',
        fileLocation: '4',
      },
    ]);
  });
});

describe('bytes that no record tells of', () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);

  it('go in the night, and those of a deleted record with them; what is young or known stays', async () => {
    const id = await sent('kept.png', await picture('png'));
    const deleted = await sent('deleted.txt', Buffer.from('gone'));
    const { rows } = await test.node.system.pool.query<{ id: string; name: string }>(
      'SELECT id::text, "objectName" AS name FROM file WHERE id = ANY($1)',
      [[id, deleted]],
    );
    const nameOf = (wanted: string) => rows.find((row) => row.id === wanted)?.name ?? '';
    const orphan = await test.files.save(Readable.from([Buffer.from('never committed')]));
    expect((await admin.post('sysFileInfo/delete', { id: deleted, fileOriginName: 'deleted.txt' })).body.success).toBe(
      true,
    );
    expect(await sweepFiles(test.files, test.node.system, new Date())).toBe(0);
    expect(await sweepFiles(test.files, test.node.system, inDays(2))).toBe(2);
    expect(await test.files.has(orphan.objectName)).toBe(false);
    expect(await test.files.has(nameOf(deleted))).toBe(false);
    expect(await test.files.has(nameOf(id))).toBe(true);
    expect((await admin.raw('sysFileInfo/preview', { id, size: 'thumb' })).headers['content-type']).toBe('image/webp');
  });
});
