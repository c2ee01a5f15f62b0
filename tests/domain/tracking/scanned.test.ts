import { describe, expect, it } from 'vitest';
import { numbersIn } from '../../../server/domain/tracking/numbers/scanned.ts';

const numberOf = (scanned: string) => numbersIn(scanned).at(-1);

describe('a scanned bar code', () => {
  it('is the number itself, however a scanner writes it', () => {
    expect(numbersIn(' 1z5r89390357567127\r')).toEqual(['1Z5R89390357567127']);
    expect(numbersIn('1Z 5R8 939 03 5756 7127')).toEqual(['1Z5R89390357567127']);
    expect(numbersIn('986578788855')).toEqual(['986578788855']);
    expect(numbersIn('\u001D')).toEqual([]);
  });

  it('of FedEx contains its number: 34 digits of Ground and Express, 32 of older Express, 22 of Ground 96', () => {
    expect(numberOf('9632001960000000000400152152152158')).toBe('152152152158');
    expect(numberOf('1001901781990001000300617767839437')).toBe('617767839437');
    expect(numberOf('39984105710101009865787888550000')).toBe('986578788855');
    expect(numberOf('9611020987654312345672')).toBe('987654312345672');
  });

  it('of the postal service contains it behind 420 and the destination', () => {
    expect(numberOf('420221539101026837331000039521')).toBe('9101026837331000039521');
    expect(numberOf('4202215300019101026837331000039521')).toBe('9101026837331000039521');
    // As scanners send the parts of a GS1 code, and as it is printed.
    expect(numberOf(']C1420221539101026837331000039521')).toBe('9101026837331000039521');
    expect(numberOf('\u001D42022153\u001D9101026837331000039521')).toBe('9101026837331000039521');
    expect(numberOf('(420) 22153 (91) 01026837331000039521')).toBe('9101026837331000039521');
  });

  it('keeps the whole code as a meaning of its own, once', () => {
    expect(numbersIn('420221539101026837331000039521')).toEqual([
      '420221539101026837331000039521',
      '9101026837331000039521',
    ]);
  });
});
