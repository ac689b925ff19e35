import { describe, expect, it } from 'vitest';
import { isPatch, withSnippet } from '../../../src/edit/snippet';

const FILE = `import a from 'a';

function one(x) {
  const y = x + 1;
  return y;
}

class Two {
  go() {
    this.a();
    this.b();
  }
}
`;

describe('a part of a file', () => {
  it('goes where its first and last lines are', () => {
    const code = 'function one(x) {\n  const y = x + 2;\n  return y;\n}';
    expect(withSnippet(FILE, code)).toBe(FILE.replace('x + 1', 'x + 2'));
  });

  it('takes the depth of the place', () => {
    const code = 'go() {\n  this.a();\n  this.c();\n}';
    expect(withSnippet(FILE, code)).toBe(FILE.replace('this.b', 'this.c'));
  });

  it('may leave out what stays', () => {
    const code = `import a from 'a';\n// ... existing code ...\nclass Two {\n  go() {\n    this.a();\n    this.c();\n  }\n}`;
    expect(withSnippet(FILE, code)).toBe(FILE.replace('this.b', 'this.c'));
  });

  it('leaves nothing out where arguments are spread', () => {
    const file = 'f({\n  a,\n  ...more,\n});\n';
    expect(withSnippet(file, 'f({\n  b,\n  a,\n  ...more,\n});')).toBe(
      'f({\n  b,\n  a,\n  ...more,\n});\n',
    );
  });

  it('goes nowhere when its place is not certain', () => {
    expect(withSnippet(FILE, 'function three() {\n}')).toBeUndefined();
    expect(withSnippet(`${FILE}${FILE}`, 'function one(x) {\n}')).toBeUndefined();
    expect(withSnippet(FILE, '')).toBeUndefined();
    // Both ends are there, but nearly all between them is something else.
    const far = `import a from 'a';\n\nfunction four() {\n  new();\n}`;
    expect(withSnippet(FILE.replace('function one', 'function zero'), far)).toBeUndefined();
  });
});

describe('what says itself what it replaces', () => {
  it('is a diff, whatever its line numbers', () => {
    const code =
      '--- a/x\n+++ b/x\n@@ -90,3 +90,3 @@\n   const y = x + 1;\n-  return y;\n+  return 2;';
    expect(isPatch(code)).toBe(true);
    expect(withSnippet(FILE, code)).toBe(FILE.replace('return y', 'return 2'));
    expect(withSnippet('', '@@ -0,0 +1 @@\n+new')).toBe('new\n');
    expect(withSnippet(FILE, '@@ -1 +1 @@\n-not there\n+x')).toBeUndefined();
  });

  it('is a block of SEARCH and REPLACE', () => {
    const code = '<<<<<<< SEARCH\n  return y;\n=======\n  return 2;\n>>>>>>> REPLACE';
    expect(withSnippet(FILE, code)).toBe(FILE.replace('return y', 'return 2'));
  });

  it('is no part of a file', () => {
    expect(isPatch('function one() {}')).toBe(false);
  });
});
