package graphmodel

// GateAnswer says whether a gate stands before a node, for new runs and for resumed ones.
type GateAnswer struct {
	// FromStart: every path from Start to the node passes the gate. Unknown when a gap could
	// hide a path round it, and when no known path reaches the node or one of the two is no node.
	FromStart Tri
	// Around is a path from Start round the gate; it exists exactly when FromStart is No.
	Around Path
	// OnResume: every path from every re-entry to the node passes the gate, or no re-entry
	// reaches the node. No when a run that surely can be resumed gets round the gate; Unknown
	// when only an entry that is not sure does (Bypass shows it), or when a gap could.
	OnResume Tri
	// Entry is where the resumed run of Bypass enters.
	Entry Entry
	// Bypass is the path of a resumed run from Entry to the node, round the gate. A pause in the
	// node itself makes it a path of that one node.
	Bypass Path
}

// Gate answers whether gate stands before node from Start and from the re-entries that
// [Index.ReentrySet] gave. The rule that a gate is skipped holds where FromStart is Yes and
// OnResume is No. A node that is its own gate is always passed: both answers are Yes. O(n + m).
func (x *Index) Gate(gate, node string, reentries []Entry) GateAnswer {
	if !x.Has(gate) || !x.Has(node) {
		return GateAnswer{}
	}
	var a GateAnswer
	around, found := x.PathAvoiding([]string{Start}, node, gate)
	_, reached := x.ShortestPath([]string{Start}, node)
	switch {
	case found:
		a.FromStart, a.Around = No, around
	case reached:
		a.FromStart = x.unlessGap(Yes)
	}
	var sure, unsure []string
	at := make(map[string]Entry, len(reentries))
	for _, e := range reentries {
		at[e.Node] = e
		switch e.Sure {
		case Yes:
			sure = append(sure, e.Node)
		case Unknown:
			unsure = append(unsure, e.Node)
		}
	}
	if p, ok := x.PathAvoiding(sure, node, gate); ok {
		a.OnResume, a.Bypass, a.Entry = No, p, at[p.First()]
	} else if p, ok := x.PathAvoiding(unsure, node, gate); ok {
		a.OnResume, a.Bypass, a.Entry = Unknown, p, at[p.First()]
	} else {
		a.OnResume = x.unlessGap(Yes)
	}
	if gate == node {
		a.FromStart, a.OnResume = Yes, Yes
	}
	return a
}
