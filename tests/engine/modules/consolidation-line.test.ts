import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../engine/modules/consolidation/line.ts';

describe('a line of the scanner while a main bill is loaded', () => {
  it.each([
    ['12.5', { kind: 'weight', weight: 12.5, unitType: null }],
    ['7,25 kg', { kind: 'weight', weight: 7.25, unitType: '1' }],
    ['30LB', { kind: 'weight', weight: 30, unitType: '0' }],
    ['60x40x35', { kind: 'sides', sides: [60, 40, 35] }],
    ['60 × 40,5 * 35', { kind: 'sides', sides: [60, 40.5, 35] }],
    ['ld-off', { kind: 'off' }],
    ['LDßUNDO', { kind: 'number' }],
    ['LD?UNDO', { kind: 'undo' }],
    ['0', { kind: 'number' }],
    ['0x1x1', { kind: 'number' }],
    ['1234', { kind: 'number' }],
    ['176-12345675', { kind: 'number' }],
    ['1Z999AA10123456784', { kind: 'number' }],
  ])('%s', (text, line) => expect(lineOf(text)).toEqual(line));
});
