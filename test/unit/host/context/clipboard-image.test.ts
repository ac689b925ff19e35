import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { clipboardImage } from '../../../../src/host/context/clipboard-image';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const HEX = Buffer.from(PNG, 'base64').toString('hex').toUpperCase();

/** The only programs there are, by what they print; null: they fail. */
function programs(outputs: Readonly<Record<string, string | null>>): void {
  const bin = mkdtempSync(join(tmpdir(), 'acp-clip-'));
  onTestFinished(() => {
    vi.unstubAllEnvs();
    rmSync(bin, { recursive: true });
  });
  for (const [name, output] of Object.entries(outputs)) {
    const file = join(bin, name);
    const does = output === null ? 'exit 1' : `printf '%s\\n' '${output}'`;
    writeFileSync(file, `#!/bin/sh\n${does}\n`);
    chmodSync(file, 0o755);
  }
  vi.stubEnv('PATH', bin);
}

it.each([
  ['macOS', 'osascript', `«data PNGf${HEX}»`],
  ['Windows, and inside WSL', 'powershell.exe', `${PNG}\r`],
])('is read by what is there without more: %s', async (_system, name, output) => {
  programs({ 'wl-paste': null, [name]: output });
  const image = await clipboardImage();
  expect(image?.ending).toBe('png');
  expect(image?.bytes.toString('base64')).toBe(PNG);
});

it('is none where the clipboard holds something else, or nothing reads it', async () => {
  programs({ xclip: 'text', osascript: '«data utf8616263»', 'powershell.exe': null });
  expect(await clipboardImage()).toBeUndefined();
  programs({});
  expect(await clipboardImage()).toBeUndefined();
});
