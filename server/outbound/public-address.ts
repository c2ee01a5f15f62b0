import { BlockList, isIPv4 } from 'node:net';

const near4 = new BlockList();
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  near4.addSubnet(network, bits, 'ipv4');

const global6 = new BlockList();
global6.addSubnet('2000::', 3, 'ipv6');
/** IPv6 ranges that embed IPv4 addresses (mapped ones lie outside of `2000::/3` anyway). */
const translated6 = new BlockList();
translated6.addSubnet('2001::', 32, 'ipv6');
translated6.addSubnet('2002::', 16, 'ipv6');

/** Whether an address is on the public internet: not this machine, its network, or a cloud's metadata service. */
export const isPublicAddress = (address: string): boolean =>
  isIPv4(address)
    ? !near4.check(address, 'ipv4')
    : global6.check(address, 'ipv6') && !translated6.check(address, 'ipv6');
