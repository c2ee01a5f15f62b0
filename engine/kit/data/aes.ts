/**
 * AES-128 in ECB with PKCS7 and base64 outside: what the captcha protocol asks of its clients. The key comes with the
 * challenge, so nothing here is secret; the browser's own ciphers have no such mode and are missing where there is no TLS.
 */
export function encryptEcb(plain: string, key: string): string {
  const bytes = new TextEncoder().encode(plain);
  const padding = 16 - (bytes.length % 16);
  const padded = new Uint8Array(bytes.length + padding).fill(padding);
  padded.set(bytes);
  const keys = expand(new TextEncoder().encode(key));
  for (let at = 0; at < padded.length; at += 16) encryptBlock(padded.subarray(at, at + 16), keys);
  return btoa(String.fromCharCode(...padded));
}

const double = (byte: number): number => ((byte << 1) ^ (byte & 0x80 ? 0x11b : 0)) & 0xff;

/** The substitution box, by way of inverses in the field and the affine map. */
const box: Uint8Array = (() => {
  const made = new Uint8Array(256);
  const turn = (byte: number, by: number) => ((byte << by) | (byte >> (8 - by))) & 0xff;
  let p = 1;
  let q = 1;
  do {
    p = p ^ double(p);
    q ^= q << 1;
    q ^= q << 2;
    q ^= q << 4;
    q = (q & 0xff) ^ (q & 0x80 ? 0x09 : 0);
    made[p] = q ^ turn(q, 1) ^ turn(q, 2) ^ turn(q, 3) ^ turn(q, 4) ^ 0x63;
  } while (p !== 1);
  made[0] = 0x63;
  return made;
})();

const at = (bytes: Uint8Array, index: number): number => bytes[index] ?? 0;

/** The eleven round keys, one after the other. */
function expand(key: Uint8Array): Uint8Array {
  const keys = new Uint8Array(176);
  keys.set(key.subarray(0, 16));
  let constant = 1;
  for (let word = 16; word < 176; word += 4) {
    let last = [0, 1, 2, 3].map((byte) => at(keys, word - 4 + byte));
    if (word % 16 === 0) {
      last = [1, 2, 3, 0].map((byte) => at(box, last[byte] ?? 0));
      last[0] = (last[0] ?? 0) ^ constant;
      constant = double(constant);
    }
    for (let byte = 0; byte < 4; byte++) keys[word + byte] = at(keys, word - 16 + byte) ^ (last[byte] ?? 0);
  }
  return keys;
}

function encryptBlock(block: Uint8Array, keys: Uint8Array): void {
  const addKey = (round: number) => {
    for (let byte = 0; byte < 16; byte++) block[byte] = at(block, byte) ^ at(keys, round * 16 + byte);
  };
  addKey(0);
  for (let round = 1; round <= 10; round++) {
    // Substitution and the shift of the rows in one step: row r moves by r columns.
    const shifted = Uint8Array.from(block, (_, byte) => at(box, at(block, (byte + (byte % 4) * 4) % 16)));
    block.set(round === 10 ? shifted : mixed(shifted));
    addKey(round);
  }
}

function mixed(block: Uint8Array): Uint8Array {
  return Uint8Array.from(block, (byte, index) => {
    const column = index - (index % 4);
    const row = (by: number) => at(block, column + ((index + by) % 4));
    return double(byte) ^ double(row(1)) ^ row(1) ^ row(2) ^ row(3);
  });
}
