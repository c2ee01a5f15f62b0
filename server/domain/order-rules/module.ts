import {
  defineCheck,
  defineEffect,
  defineFiller,
  issue,
  type EffectCall,
  type ServerModule,
} from '../../modules/module.ts';
import { compileConditions, type ConditionLine } from './condition.ts';
import { loadPreset, loadRules } from './load.ts';
import { runRules, type Outcome, type Rule } from './run.ts';
import { tryRules } from './try-rules.ts';

const patchOf = ({ changes, marks }: Outcome): Readonly<Record<string, unknown>> | null =>
  Object.keys(changes).length === 0
    ? null
    : // Another rate rule has picked nothing yet.
      { ...changes, ...('rateRule' in changes ? { pickReason: null } : {}), ruleMarks: marks };

const applied = async (call: EffectCall, rules: readonly Rule[]) => {
  const patch = patchOf(runRules(call.record, rules));
  return patch ? { patch: { ...patch } } : undefined;
};

/** What members want done to their drafts: rules in order, and presets by name. */
export const orderRules: ServerModule = {
  handlers: [
    defineEffect('order-rules.apply', async (call) => {
      const customer = String(call.record['customer']);
      const rules = await loadRules(call.transaction.query, [customer]);
      return applied(call, rules.get(customer) ?? []);
    }),
    defineEffect('order-rules.preset', async (call) => {
      const [preset, customer] = [String(call.input['preset']), String(call.record['customer'])];
      const rule = await loadPreset(call.transaction.query, preset, customer);
      return rule ? applied(call, [rule]) : { issues: [issue('reference.missing', 'preset')] };
    }),
  ],
  fillers: [
    defineFiller('order', async ({ records, query }) => {
      const rules = await loadRules(
        query,
        records.flatMap(({ customer }) => (/^\d{1,18}$/.test(String(customer)) ? String(customer) : [])),
      );
      return records.map((record) => patchOf(runRules(record, rules.get(String(record['customer'])) ?? [])));
    }),
  ],
  checks: [
    defineCheck('order-rule', (record) => {
      const conditions = (record['conditions'] ?? []) as readonly ConditionLine[];
      const compiled = compileConditions({ match: record['match'], conditions, expression: record['expression'] });
      return compiled.ok ? [] : compiled.issues;
    }),
  ],
  commands: [tryRules],
};
