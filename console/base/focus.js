// The focus does not fall out of the page when its element goes.

/** Is called before a drawing; what it returns, after: it moves a focus that was lost to what is near. */
export function keepFocus() {
  const near = [];
  for (let at = document.activeElement; at && at !== document.body && at.id !== 'main'; at = at.parentElement) {
    for (let each = at; each; each = each.nextElementSibling) near.push(each);
  }
  return () => {
    if (near.length === 0 || document.activeElement !== document.body) return;
    const next = near.find((each) => each.isConnected && each.matches('[tabindex]')) ?? document.getElementById('heading');
    next?.focus();
  };
}
