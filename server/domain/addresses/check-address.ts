import { issue } from '../../modules/module.ts';
import { doubt, type Checked, type CheckState, type Finding, type Suggestion, type Typed } from './address.ts';
import { placeInCanada } from './canada.ts';
import { fitsForm, hasPostalCodes } from './elsewhere.ts';
import { hasNumber, isPostBox, isPrintable, looksResidential, unitOf } from './lines.ts';
import type { Postal } from './postal/postal-data.ts';
import { isMilitaryState } from './states.ts';
import { placeInUs } from './united-states.ts';

const maxPerLine = 35;
const lineNames = ['address1', 'address2', 'address3'] as const;
const printed = ['name', 'company', ...lineNames, 'city'] as const;

/** Judges one address by the postal data and the forms of its country. Pure; `data` is read once. */
export function checkAddress(typed: Typed, data: Postal): Checked {
  const country = typed.country.trim().toUpperCase();
  const of = { ...typed, country };
  const isAmerican = country === 'US' || country === 'PR';
  const hasData = isAmerican || country === 'CA';
  const place = isAmerican ? placeInUs(of, data) : country === 'CA' ? placeInCanada(of, data) : placeElsewhere(of);
  const findings = [...ofLines(of, hasData), ...place];
  const suggestion = Object.assign({}, ...findings.map((found) => found.suggestion ?? {})) as Suggestion;
  const residential = looksResidential(linesOf(of), of.company ?? null);
  return {
    state: stateOf(findings, hasData),
    issues: findings.map((found) => found.issue),
    ...(Object.keys(suggestion).length > 0 ? { suggestion } : {}),
    ...(residential === null ? {} : { residential }),
  };
}

function stateOf(findings: readonly Finding[], hasData: boolean): CheckState {
  if (findings.some(({ sure }) => !sure)) return 'doubtful';
  if (findings.length > 0) return 'corrected';
  return hasData ? 'verified' : 'unknown';
}

const linesOf = (typed: Typed) => lineNames.map((name) => typed[name]);
const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === '';

/** Checks of the address lines for every country; `american`: streets have numbers there. */
function ofLines(typed: Typed, american: boolean): Finding[] {
  const found: Finding[] = [];
  const lines = linesOf(typed);
  for (const name of printed) {
    const text = typed[name] ?? '';
    if (text.length > maxPerLine)
      found.push(doubt(issue('addresses.tooLong', name, { max: maxPerLine, length: text.length })));
    if (!isPrintable(text)) found.push(doubt(issue('addresses.letters', name)));
  }
  if (lines.every(isBlank)) return [...found, doubt(issue('required', 'address1'))];
  if (!american) return found;
  const isMilitary = isMilitaryState((typed.state ?? '').trim().toUpperCase());
  if (isPostBox(lines)) return [...found, doubt(issue('addresses.postBox', 'address1'))];
  if (!isMilitary && !hasNumber(lines)) found.push(doubt(issue('addresses.noNumber', 'address1')));
  const unit = unitOf(lines);
  if (unit === 'empty')
    found.push(doubt(issue('addresses.unitEmpty', isBlank(typed.address2) ? 'address1' : 'address2')));
  if (unit === 'missing') found.push(doubt(issue('addresses.unitMissing', 'address2')));
  return found;
}

function placeElsewhere(typed: Typed): Finding[] {
  const found: Finding[] = [];
  if (isBlank(typed.city)) found.push(doubt(issue('addresses.cityMissing', 'city')));
  const code = (typed.postalCode ?? '').trim();
  if (code === '') return hasPostalCodes(typed.country) ? [...found, doubt(issue('required', 'postalCode'))] : found;
  return fitsForm(typed.country, code) ? found : [...found, doubt(issue('addresses.postalFormat', 'postalCode'))];
}
