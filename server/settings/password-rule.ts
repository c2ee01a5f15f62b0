import { issue, type Issue } from '../../engine/core/index.ts';

const longest = 128;

/** Common passwords without surrounding digits and symbols. */
const common = new Set(
  `password passwort passw0rd p@ssword qwerty qwertyui qwertyuiop asdfgh asdfghjk asdfghjkl zxcvbn zxcvbnm abcdef
   abcdefgh iloveyou letmein welcome admin administrator superadmin monkey dragon football baseball sunshine princess
   master shadow superman batman trustno login hello freedom whatever starwars secret changeme default user guest test
   woaini nihao wodemima mima aaaaaa aaaaaaaa abcabc asdasd qweasd qweasdzxc qazwsx qazwsxedc logistics express`
    .split(/\s+/)
    .filter(Boolean),
);

/** Issues for a new password at `path` that is shorter than the tenant allows. */
export const lengthIssues = (password: string, path: string, min: number): Issue[] =>
  password.length < min ? [issue('text.tooShort', path, { min })] : [];

/** Issues for a new password at `path`: wrong length, or easily guessed. `min`: the tenant's minimum. */
export function passwordIssues(password: string, path: string, min: number, names: readonly string[] = []): Issue[] {
  const short = lengthIssues(password, path, min);
  if (short.length > 0) return short;
  if (password.length > longest) return [issue('text.tooLong', path, { max: longest })];
  const small = password.toLowerCase();
  const core = small.replace(/^[\d\W_]+|[\d\W_]+$/g, '');
  const isCommon =
    core === ''
      ? isRun(small)
      : common.has(core) || /^(.{1,3})\1+$/.test(small) || names.some((name) => isName(small, core, name));
  return isCommon ? [issue('password.common', path)] : [];
}

/** Passwords of digits and symbols only must not be a sequence, repetition or date. */
function isRun(text: string): boolean {
  if (/^(.{1,4})\1+$/.test(text) || /^(19|20)\d{6}$/.test(text)) return true;
  return ['01234567890123456789', '98765432109876543210', '1qaz2wsx3edc'].some((run) => run.includes(text));
}

const isName = (password: string, core: string, name: string): boolean => {
  const small = name.toLowerCase();
  return small.length >= 3 && (password === small || core === small || core === small.split('@')[0]);
};
