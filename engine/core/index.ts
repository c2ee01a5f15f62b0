/** Face 1 of the engine: isomorphic, without React. For outsiders alone; neighbours import each other's files. */
export type * from './compile/catalog.ts';
export { compileCatalog, extendCatalog, namedBy, recordOf, targetOf, type OwnMeta } from './compile/compile-catalog.ts';
export { lastingFilter } from './compile/lasting-filter.ts';
export { compileEntity } from './compile/compile-entity.ts';
export { documentBlockKeys, documentKinds, isAmount, isPrintable } from './compile/check-documents.ts';
export { badgeLength, badgeMark, badgeSigns, isBadge } from './text/badge.ts';
export { createEncodingDetector, type EncodingDetector, type TextEncoding } from './text/text-encoding.ts';
export { sortKeys } from './compile/check-names.ts';
export { compileExpression } from './expression/compile-expression.ts';
export { newBudget, stepsPerRecord, type Budget } from './expression/budget.ts';
export type * from './expression/expression.ts';
export { constantOf } from './expression/constant.ts';
export { expressionToSql } from './expression/expression-to-sql.ts';
export { expressionFunctions } from './expression/functions.ts';
export { addWorkingDays } from './fields/calendar.ts';
export { countries } from './fields/countries.ts';
export type * from './fields/field-type.ts';
export { fieldTypes, operatorsOf, valueTypeOf } from './fields/field-types.ts';
export { moneyText } from './fields/number-text.ts';
export { matchesWhole } from './fields/linear-pattern.ts';
export { withoutDirections } from './fields/read/read-text.ts';
export { filesIn, pictureAddress, pictureFile, picturesIn } from './fields/rich-pictures.ts';
export { maxImages } from './fields/types/rich-text.ts';
export { textOf } from './fields/rich-text-words.ts';
export type { RichNode } from './fields/rich-text-node.ts';
export { secretMask } from './fields/types/secret.ts';
export { isWebAddress } from './fields/types/url.ts';
export { Decimal } from './meta/decimal.ts';
export type * from './meta/entity.ts';
export {
  actorTypes,
  documentBlockKinds,
  fieldTypeNames,
  paperSizes,
  scopeWords,
  sectionLayouts,
} from './meta/entity.ts';
export { issue, type Issue, type Outcome } from './meta/issue.ts';
export {
  listLayouts,
  storedImportsIssues,
  storedListIssues,
  storedViewIssues,
  readStoredImports,
  readStoredList,
  readStoredView,
  type ListLayout,
  type StoredArrangement,
  type StoredColumn,
  type StoredImports,
  type StoredList,
  type StoredView,
} from './meta/stored-list.ts';
export { checkLanguage } from './meta/check-language.ts';
export { documentSchema, languageSchema } from './meta/language-schema.ts';
export { optionFormSchema } from './meta/option-form-schema.ts';
export { pageSegments } from './meta/page-segments.ts';
export { parseEntity } from './meta/parse-entity.ts';
export { parseScreen } from './meta/parse-screen.ts';
export { printEntity } from './meta/print-entity.ts';
export type { BlockKind, BlockMeta, Period, ScreenMeta } from './meta/screen.ts';
export { blockKinds, blockMeasures, periods } from './meta/screen.ts';
export { entityWordKeys } from './meta/word-keys.ts';
export { accessSummary, type AccessLine, type AccessSummary } from './revise/access-summary.ts';
export { changesBetween, type Change, type ChangedThing } from './revise/changes.ts';
export {
  applyCommands,
  checkDocument,
  commandLimits,
  compiledOf,
  type Command,
  type Commanded,
} from './revise/commands.ts';
export type { EntityDocument, SchemaDocument, ScreenDocument, WordTree } from './revise/document.ts';
export { documentKey, isScreen, screenKey, screenOf } from './revise/document.ts';
export { applyEdits, valueAt, type Edit, type DocumentPath } from './revise/edit.ts';
export { explainField, explainRule, type Explained, type ExplainedState } from './revise/explain-rule.ts';
export { printDocument } from './revise/flat.ts';
export type { Finding } from './revise/finding.ts';
export { lintDocument, wordAt } from './revise/lint.ts';
export { lintScreen } from './revise/lint-screen.ts';
export { documentPathOf } from './revise/places.ts';
export { usesOf } from './revise/names.ts';
export {
  applyOverlay,
  mergeDocuments,
  overlayOf,
  stillOpen,
  undecided,
  withLeaf,
  wordsOf,
  type Conflict,
  type Merged,
  type Patch,
} from './revise/overlay.ts';
export { rebaseDraft, resolveConflict, type DraftConflict, type Rebased } from './revise/rebase.ts';
export {
  blankTest,
  isGroup,
  missingIn,
  missingInOperand,
  operatorsFor,
  quoted,
  readRule,
  unaryOperators,
  writeRule,
  type MissingPart,
  type Operand,
  type RuleGroup,
  type RuleTest,
  type TestOperator,
} from './revise/rule-builder.ts';
export { netChanges, type RecordChange, type RecordFields, type RecordStep } from './revise/record-steps.ts';
export { readsOf, ruleGraph, type RuleEdge, type RuleGraph, type RuleNode } from './revise/rule-graph.ts';
export {
  answersTo,
  redTests,
  runRuleTests,
  type Difference,
  type TestAnswers,
  type TestResult,
} from './revise/rule-tests.ts';
export { entityScope, rulesOf, scopeAt, type OtherEntity, type RuleKind, type RuleMeta } from './revise/rules.ts';
export { isGroupable, isReducible, isTime } from './rules/aggregates.ts';
export { calculated, rollUp } from './rules/calculate.ts';
export { can, codesOf, grantsFor, type Rights } from './rules/can.ts';
export { dayRanges, daysOfRange, isDayRange, withDays, type DayRange } from './rules/day-ranges.ts';
export { embeddable } from './rules/embeddable.ts';
export { blockKeys, checkScreen } from './rules/check-screen.ts';
export { fieldState, fieldStates, type FieldState } from './rules/field-states.ts';
export { isSortable, listQuery, pageSizes, unknownKeys, type Filter, type ListQuery } from './rules/list-query.ts';
export { shownBlocks } from './rules/shown-screen.ts';
export { transition, wrongState, type Plan } from './rules/transition.ts';
export { isEmpty, ruleIssue, validateRecord } from './rules/validate-record.ts';
export { unwritable, visibleFields, type FieldAccess } from './rules/visible-fields.ts';
export { ownOf } from './text/own.ts';
export {
  addressPartNames,
  looksLikeAddress,
  splitAddress,
  type AddressPart,
  type SplitAddress,
} from './text/split-address.ts';
export { stateCode } from './text/states.ts';
export { fill, formatted, markApart, textOrKey, translate } from './text/translate.ts';
