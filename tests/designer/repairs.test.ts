import { describe, expect, it } from 'vitest';
import { missingWords, placeOf, suggestedWords, wordsTakenOver } from '../../designer/document/repairs.ts';
import { newEntityDocument } from '../../designer/document/new-entity.ts';
import { applyCommands, lintDocument } from '../../engine/core/index.ts';

const document = newEntityDocument(
  { names: { 'zh-CN': '', 'en-US': 'Insurance claim' }, entity: 'insurance-claim', path: 'InsuranceClaim' },
  { 'zh-CN': '', 'en-US': 'Customer' },
  { 'zh-CN': '基本信息', 'en-US': '' },
);
const missingIn = (commands: Parameters<typeof applyCommands>[1]) => {
  const outcome = applyCommands(document, commands);
  return outcome.ok ? lintDocument(outcome.value.document).filter(({ code }) => code === 'lint.missingText') : null;
};

describe('missing words', () => {
  const missing = missingWords(document);

  it('are found in either language, with what the other one says', () => {
    expect(missing.map(({ culture, key, other }) => [culture, key, other])).toEqual([
      ['zh-CN', 'name', 'Insurance claim'],
      ['zh-CN', 'plural', 'Insurance claims'],
      ['zh-CN', 'fields.name', 'Customer'],
      ['en-US', 'sections.basic', '基本信息'],
    ]);
    expect(missingIn([])).toHaveLength(missing.length);
  });

  it('are filled in with the words of the product, where it has them', () => {
    const pair = (text: string) => (text === 'Customer' ? '客户' : '');
    expect(suggestedWords(missing, pair)).toEqual([
      { do: 'text', culture: 'zh-CN', key: 'fields.name', value: '客户' },
    ]);
    expect(missingIn(suggestedWords(missing, pair))).toHaveLength(missing.length - 1);
  });

  it('are taken over from the other language, until none is left', () => {
    expect(missingIn(wordsTakenOver(missing))).toEqual([]);
  });
});

it.each([
  ['fields.weight.default', 'form', 'fields.weight'],
  ['workflow.transitions.pay.guard[0].code', 'flow', 'workflow.transitions.pay'],
  ['list.views.open', 'list', null],
  ['validations[2].when', 'rules', null],
  ['texts.zh-CN.fields.weight', 'texts', null],
  ['access.clerk[0].codes', 'access', null],
  ['detail.sections.facts', 'detail', 'detail.sections.facts'],
  ['nothing', 'json', null],
])('an issue at %s is put right in the tab %s', (path, tab, place) => {
  expect(placeOf(path)).toEqual({ tab, place });
});
