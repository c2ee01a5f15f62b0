import { inventAddress, inventPhone, mailOf } from './addresses.ts';
import type { Cast } from './company.ts';
import type { Seeder } from './seeder.ts';

/** Every customer's own dock and a few of those they send to. */
export async function tellAddressBooks(pen: Seeder, cast: Cast): Promise<void> {
  const random = pen.random('address books');
  const american = pen.places.filter(({ country }) => country === 'US');
  const told = cast.customers.flatMap(({ id, branch, name, contact, phone, address, member }) => {
    const given = { by: member ?? cast.clerks[branch] };
    const dock = { ...address, name: contact.length >= 3 ? contact : name, company: name, phone };
    const own = { customer: id, kind: 'shipFrom', addressType: 'commercial', isDefault: true };
    const known = Array.from({ length: random.int(2, 6) }, () => {
      const to = inventAddress(
        random,
        pen.shared,
        random.pick(american),
        random.chance(0.5) ? 'residential' : 'commercial',
      );
      const { city, state, postalCode, country } = to.place;
      const { address1, address2, company } = to;
      const reach = { phone: inventPhone(random), email: mailOf(to.name, 'mail') };
      const where = { address1, address2, city, state, postalCode, country, addressType: to.type };
      return { given, input: { customer: id, kind: 'shipTo', name: to.name, company, ...where, ...reach } };
    });
    return [{ given, input: { ...own, ...dock } }, ...known];
  });
  await pen.add('address-book', told);
}
