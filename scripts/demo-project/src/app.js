// Prints the day's orders with their prices.

const menu = {
  assam: 2.5,
  sencha: 3.2,
  rooibos: 2.1,
};

const orders = [
  { tea: 'assam', cups: 2 },
  { tea: 'sencha', cups: 1 },
  { tea: 'rooibos', cups: 3 },
];

// TODO: round to whole cents
function price(order) {
  return menu[order.tea] * order.cups;
}

function greet(name) {
  return 'Hello, ' + name;
}

console.log(greet('tea lover'));
for (const order of orders) {
  console.log(`${order.cups} x ${order.tea}: ${price(order)}`);
}
