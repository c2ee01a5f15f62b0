import { createCipheriv, createDecipheriv, randomBytes, scryptSync } from 'node:crypto';
import { Transform, type TransformCallback } from 'node:stream';
import { BackupError } from './backup-error.ts';

/**
 * Encryption of an archive: a magic word and a salt, then chunks of at most 64 KiB, each sealed by AES-256-GCM with its
 * number and whether it is the last. Chunks that are changed, moved, missing or added do not open, a cut archive has no
 * last one.
 */
const magic = Buffer.from('LADING-BACKUP-1\n');
const saltLength = 16;
const tagLength = 16;
const chunkLength = 65_536;
const headLength = magic.length + saltLength;

const keyOf = (key: string, salt: Buffer): Buffer => scryptSync(key, salt, 32);

function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUInt32BE(isLast ? 1 : 0, 0);
  nonce.writeBigUInt64BE(BigInt(count), 4);
  return nonce;
}

/** Encrypts what flows through. */
export function encryption(key: string): Transform {
  const salt = randomBytes(saltLength);
  const derived = keyOf(key, salt);
  const head = Buffer.concat([magic, salt]);
  let waiting: Buffer = Buffer.alloc(0);
  let count = 0;
  const seal = (plain: Buffer, isLast: boolean): Buffer => {
    const cipher = createCipheriv('aes-256-gcm', derived, nonceOf(count, isLast));
    cipher.setAAD(head);
    count += 1;
    const sealed = Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(sealed.length);
    return Buffer.concat([size, sealed]);
  };
  return new Transform({
    construct(done) {
      this.push(head);
      done();
    },
    transform(part: Buffer, _encoding, done: TransformCallback) {
      waiting = Buffer.concat([waiting, part]);
      // One chunk is held back, because the last one is only known at the end.
      while (waiting.length > chunkLength) {
        this.push(seal(waiting.subarray(0, chunkLength), false));
        waiting = waiting.subarray(chunkLength);
      }
      done();
    },
    flush(done) {
      this.push(seal(waiting, true));
      done();
    },
  });
}

/** Decrypts what flows through; fails with `BackupError` at the first chunk that is not as it was written. */
export function decryption(key: string): Transform {
  let waiting: Buffer = Buffer.alloc(0);
  let head: Buffer | null = null;
  let derived: Buffer = Buffer.alloc(0);
  let count = 0;
  let ended = false;
  const open = (sealed: Buffer, isLast: boolean): Buffer | null => {
    const decipher = createDecipheriv('aes-256-gcm', derived, nonceOf(count, isLast), { authTagLength: tagLength });
    decipher.setAAD(head ?? magic);
    decipher.setAuthTag(sealed.subarray(sealed.length - tagLength));
    try {
      return Buffer.concat([decipher.update(sealed.subarray(0, sealed.length - tagLength)), decipher.final()]);
    } catch {
      return null;
    }
  };
  const next = (): Buffer | null => {
    if (waiting.length < 4) return null;
    const size = waiting.readUInt32BE(0);
    if (size < tagLength || size > chunkLength + tagLength) throw new BackupError('damaged');
    if (waiting.length < 4 + size) return null;
    const sealed = waiting.subarray(4, 4 + size);
    waiting = waiting.subarray(4 + size);
    return sealed;
  };
  const openAll = (push: (plain: Buffer) => void): void => {
    if (head === null) {
      if (waiting.length < headLength) return;
      head = Buffer.from(waiting.subarray(0, headLength));
      if (!head.subarray(0, magic.length).equals(magic)) throw new BackupError('notABackup');
      derived = keyOf(key, head.subarray(magic.length));
      waiting = waiting.subarray(headLength);
    }
    for (let sealed = next(); sealed !== null; sealed = next()) {
      if (ended) throw new BackupError('damaged');
      const plain = open(sealed, false);
      const last = plain ?? open(sealed, true);
      if (last === null) throw new BackupError(count === 0 ? 'otherKey' : 'damaged');
      ended = plain === null;
      count += 1;
      push(last);
    }
  };
  return new Transform({
    transform(part: Buffer, _encoding, done: TransformCallback) {
      waiting = Buffer.concat([waiting, part]);
      try {
        openAll((plain) => this.push(plain));
        done();
      } catch (error) {
        done(error as Error);
      }
    },
    flush(done) {
      if (head === null) return done(new BackupError('notABackup'));
      done(ended && waiting.length === 0 ? null : new BackupError('cut'));
    },
  });
}
