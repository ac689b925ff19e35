import { AcpError } from '../../protocol/errors';

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied',
  EPERM: 'not permitted',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of its path is not a folder',
  ENOSPC: 'no space left on device (ENOSPC)',
  EDQUOT: 'the disk quota is used up (EDQUOT)',
  EFBIG: 'the file would be too large (EFBIG)',
  EIO: 'the disk has failed (EIO)',
  EROFS: 'the file system is read-only',
  ELOOP: 'its symbolic links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
};

/** What went wrong with a file, as a message that an agent (and its model) can act on. */
export function diskError(tried: string, error: unknown): AcpError {
  if (error instanceof AcpError) return error;
  return AcpError.internal(`${tried}: ${reasonOf(error)}`);
}

/** Why the system refused, as a message. */
export function reasonOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return (code && REASONS[code]) ?? code ?? message;
}

/** The file, or a folder on the way to it, is not there. */
export function isMissing(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'ENOENT' || code === 'ENOTDIR';
}

/** Its code, such as `ENOENT`; empty when it has none. */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | null)?.code ?? '';
}
