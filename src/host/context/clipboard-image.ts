import { execFile } from 'node:child_process';
import { findExecutable } from '../../agents/resolve';
import { MEBIBYTE } from '../../base/units';
import { mediaEnding } from '../chat/media-type';

/** A program that writes the picture of the clipboard to its output. */
interface Program {
  readonly name: string;
  readonly args: readonly string[];
  /** Absent: the picture itself. */
  readonly decode?: (output: Buffer) => Buffer;
}

/** Windows, also from inside WSL: its output is text, whatever a program writes. */
const POWERSHELL = [
  'Add-Type -AssemblyName System.Windows.Forms, System.Drawing',
  '$image = [Windows.Forms.Clipboard]::GetImage()',
  'if (-not $image) { exit 1 }',
  '$png = New-Object IO.MemoryStream',
  '$image.Save($png, [Drawing.Imaging.ImageFormat]::Png)',
  '[Convert]::ToBase64String($png.ToArray())',
].join('; ');

/** Whatever they are called on this system. */
const PROGRAMS: readonly Program[] = [
  { name: 'wl-paste', args: ['--no-newline', '--type', 'image/png'] },
  { name: 'xclip', args: ['-selection', 'clipboard', '-target', 'image/png', '-out'] },
  { name: 'pngpaste', args: ['-'] },
  { name: 'osascript', args: ['-e', 'the clipboard as «class PNGf»'], decode: fromAppleScript },
  {
    name: 'powershell.exe',
    args: ['-NoProfile', '-NonInteractive', '-STA', '-Command', POWERSHELL],
    decode: (output) => Buffer.from(output.toString('latin1').trim(), 'base64'),
  },
];
/** As text a picture takes twice as much. */
const MAX_OUTPUT = 40 * MEBIBYTE;
/** Windows starts its shell slowly. */
const MAX_MS = 8000;

/** The picture in the clipboard; nothing when there is none, or no program that reads it. */
export async function clipboardImage(): Promise<{ bytes: Buffer; ending: string } | undefined> {
  for (const { name, args, decode = asItIs } of PROGRAMS) {
    const program = findExecutable(name);
    const output = program && (await outputOf(program, args));
    const bytes = output && decode(output);
    const ending = bytes && mediaEnding(bytes);
    if (bytes && ending === 'png') return { bytes, ending };
  }
  return undefined;
}

function asItIs(output: Buffer): Buffer {
  return output;
}

/** `«data PNGf89504E47…»` */
function fromAppleScript(output: Buffer): Buffer {
  const [, digits = ''] = /PNGf([0-9A-F]+)/i.exec(output.toString('latin1')) ?? [];
  return Buffer.from(digits, 'hex');
}

function outputOf(program: string, args: readonly string[]): Promise<Buffer | undefined> {
  return new Promise((resolve) => {
    const options = { encoding: 'buffer', timeout: MAX_MS, maxBuffer: MAX_OUTPUT } as const;
    execFile(program, args, { ...options, windowsHide: true }, (error, stdout) =>
      resolve(error ? undefined : stdout),
    );
  });
}
