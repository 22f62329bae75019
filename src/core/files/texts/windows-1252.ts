/** The characters of the bytes from 80 to 9f. */
const OTHERS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/** TextDecoder of Node takes Windows-1252 for Latin-1, which lacks these: https://github.com/nodejs/node/issues/56542. */
export const decodeWindows1252 = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (character) => OTHERS[character.charCodeAt(0) - 0x80]!);
