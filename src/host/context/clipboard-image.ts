import { execFile } from 'node:child_process';
import { MEBIBYTE } from '../../base/units';
import { mediaEnding } from '../chat/media-type';

/** Programs that write the picture of the clipboard to their output, whatever they are called on this system. */
const PROGRAMS: readonly (readonly [program: string, ...args: string[]])[] = [
  ['wl-paste', '--no-newline', '--type', 'image/png'],
  ['xclip', '-selection', 'clipboard', '-target', 'image/png', '-out'],
  ['pngpaste', '-'],
];
const MAX_BYTES = 20 * MEBIBYTE;
const MAX_MS = 3000;

/** The picture in the clipboard; nothing when there is none, or no program that reads it. */
export async function clipboardImage(): Promise<{ bytes: Buffer; ending: string } | undefined> {
  for (const [program, ...args] of PROGRAMS) {
    const bytes = await outputOf(program, args);
    const ending = bytes && mediaEnding(bytes);
    if (bytes && ending === 'png') return { bytes, ending };
  }
  return undefined;
}

function outputOf(program: string, args: readonly string[]): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const options = { encoding: 'buffer', timeout: MAX_MS, maxBuffer: MAX_BYTES } as const;
    execFile(program, args, { ...options, windowsHide: true }, (error, stdout) =>
      resolve(error ? undefined : stdout),
    );
  });
}
