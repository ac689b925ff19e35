/** Bytes, or characters where a text is measured. */
export const KIBIBYTE = 1024;
export const MEBIBYTE = 1024 * 1024;

/** Milliseconds: streaming text is drawn at most thirty times a second. */
export const FRAME_MS = 33;
