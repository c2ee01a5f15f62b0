import { describe, expect, it } from 'vitest';
import { compileEntity, fieldTypes, looksLikeAddress, splitAddress, type Entity } from '../../../engine/core/index.ts';
import {
  addressValue,
  fieldsAround,
  fieldValues,
} from '../../../engine/modules/order-entry/address-paste/place-address.ts';

describe('a pasted address', () => {
  it('keeps what stands before its labels', () => {
    const labels = 'Phone: 212-555-0100\nAddress: 350 5th Ave, New York, NY 10118';
    expect(splitAddress(`Ann Lee\n${labels}`).parts.name).toBe('Ann Lee');
    expect(splitAddress(`Order 7\nName: Bo Park\n${labels}`)).toMatchObject({
      parts: { name: 'Bo Park' },
      rest: ['Order 7'],
    });
  });

  it.each([
    [
      'lines as on an envelope',
      'Ann Lee\nAcme Supply LLC\n350 5th Ave\nFl 21\nNew York, NY 10118-0110\nUnited States\n(212) 555-0147',
      {
        name: 'Ann Lee',
        company: 'Acme Supply LLC',
        address1: '350 5th Ave',
        address2: 'Fl 21',
        city: 'New York',
        state: 'NY',
        postalCode: '10118-0110',
        country: 'US',
        phone: '(212) 555-0147',
      },
    ],
    [
      'lines with labels',
      'Name: Ann Lee\nPhone: 212-555-0100\nAddress: 350 5th Ave\nCity: New York\nState: New York\nZip: 10118',
      {
        ...{ name: 'Ann Lee', address1: '350 5th Ave', city: 'New York', state: 'NY', postalCode: '10118' },
        ...{ country: 'US', phone: '212-555-0100' },
      },
    ],
    [
      'one line with Chinese labels and the address in one',
      '收件人：李雷 电话：6265551234 地址：17800 Castleton St, City of Industry, CA 91748',
      {
        ...{ name: '李雷', address1: '17800 Castleton St', city: 'City of Industry', state: 'CA' },
        ...{ postalCode: '91748', country: 'US', phone: '6265551234' },
      },
    ],
    [
      'labels, and a street without a number',
      'Recipient: Di Wu; Address: Rural Route Box 7; City: Elko; State: NV; Zip code: 89801; Country: USA',
      {
        ...{ name: 'Di Wu', address1: 'Rural Route Box 7', city: 'Elko', state: 'NV', postalCode: '89801' },
        country: 'US',
      },
    ],
    [
      'one line with commas and the state in full',
      'Bo Park, 1200 Ocean Dr Apt 4, Corpus Christi, Texas, 78404, bo@example.com',
      {
        name: 'Bo Park',
        address1: '1200 Ocean Dr Apt 4',
        city: 'Corpus Christi',
        state: 'TX',
        postalCode: '78404',
        country: 'US',
        email: 'bo@example.com',
      },
    ],
    [
      'a row of a spreadsheet',
      'Cy Diaz\t\tPO Box 77\t\tSan Juan\tPR\t00901\t787-555-0102',
      {
        name: 'Cy Diaz',
        address1: 'PO Box 77',
        city: 'San Juan',
        state: 'PR',
        postalCode: '00901',
        country: 'PR',
        phone: '787-555-0102',
      },
    ],
    [
      'a firm before the person, in Canada',
      'Ship to: Maple Clinic Inc.\nDee Roy\n88 Queens Quay W\nToronto ON M5J 0B8\nCanada',
      {
        name: 'Dee Roy',
        company: 'Maple Clinic Inc.',
        address1: '88 Queens Quay W',
        city: 'Toronto',
        state: 'ON',
        postalCode: 'M5J 0B8',
        country: 'CA',
      },
    ],
  ])('is split: %s', (_kind, text, parts) => {
    expect(splitAddress(text)).toEqual({ parts, rest: [] });
  });

  it('breaks a line that a label could not hold before its unit', () => {
    const { parts } = splitAddress('Ann Lee\n12345 Northwest Meadowbrook Parkway Suite 1200\nReno, NV 89501');
    expect([parts.address1, parts.address2]).toEqual(['12345 Northwest Meadowbrook Parkway', 'Suite 1200']);
  });

  it('says what it could not place', () => {
    const { rest } = splitAddress('Ann Lee\nc/o Bo\nring twice\n1 Main St\nReno, NV 89501\nblue door');
    expect(rest).toEqual(['ring twice', 'blue door']);
  });

  it('is distinguished from a plain name', () => {
    expect(looksLikeAddress('Ann Lee, Jr.')).toBe(false);
    expect(looksLikeAddress('Ann Lee, 1 Main St, Reno, NV 89501')).toBe(true);
  });
});

describe('the fields around', () => {
  const text = { type: 'text' as const };
  const fields = {
    shipToName: text,
    shipToCity: text,
    shipToAddress1: text,
    shipToAddress2: text,
    shipFromCity: text,
    city: text,
  };
  const outcome = compileEntity({
    entity: 'order-like',
    path: 'X',
    title: 'city',
    fields,
    list: { columns: [] },
    access: {},
  });
  const entity = (outcome.ok ? outcome.value : null) as Entity;

  it('are those that share the beginning of the name, and lines of an older address are cleared', () => {
    const around = fieldsAround(entity, 'shipToName');
    expect([...around.values()]).toEqual(['shipToName', 'shipToAddress1', 'shipToAddress2', 'shipToCity']);
    const found = splitAddress('Ann Lee\n1 Main St\nReno, NV 89501');
    expect(fieldValues(around, found)).toEqual({
      shipToName: 'Ann Lee',
      shipToAddress1: '1 Main St',
      shipToAddress2: null,
      shipToCity: 'Reno',
    });
  });

  it('are the parts of the value when the field is a whole address', () => {
    const value = addressValue(splitAddress('Ann Lee\n1 Main St\nReno, NV 89501'));
    expect(fieldTypes.address.parse(value, { type: 'address' })).toEqual({ ok: true, value });
  });
});
