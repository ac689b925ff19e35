import { AcpError } from '../protocol/errors';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOSPC: 'no space left on the disk',
  EROFS: 'the file system is read-only',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

/** What went wrong with a file, as a text that an agent (and its model) can act on. */
export function diskError(tried: string, error: unknown): AcpError {
  if (error instanceof AcpError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  return AcpError.internal(`${tried}: ${(code && REASONS[code]) ?? code ?? message}`);
}

/** The file, or a folder on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  const code = (error as NodeJS.ErrnoException | null)?.code;
  return code === 'ENOENT' || code === 'ENOTDIR';
}
