package speak

import "strings"

// codes are the currencies of ISO 4217 that money is kept in. The table of
// golang.org/x/text/currency is not used: it tells the digits that CLDR shows,
// none for COP, where ISO 4217 has two, and it lacks the newer codes.
const codes = ` AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
 CLF CLP CNY COP COU CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG
 HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK
 MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR
 SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD USN UYI UYU UYW
 UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG `

// Where the number of minor digits is not two (ISO 4217).
const (
	noDigits    = " BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF "
	threeDigits = " BHD IQD JOD KWD LYD OMR TND "
	fourDigits  = " CLF UYW "
)

// commaThousands are the currencies of countries that write 45,900.50; the
// others write 45.900,50.
const commaThousands = " DOP GTQ HNL MXN NIO PAB PEN GBP "

func among(list, code string) bool {
	return len(code) == 3 && strings.Contains(strings.ReplaceAll(list, "\n", ""), " "+code+" ")
}

// Digits after the point of an amount in the currency.
func minorDigits(code string) int {
	switch {
	case among(noDigits, code):
		return 0
	case among(threeDigits, code):
		return 3
	case among(fourDigits, code):
		return 4
	default:
		return 2
	}
}

// A currency is how people of the region call one.
type currency struct {
	symbol      string
	one, many   string
	cent, cents string
	feminine    bool
}

// currencyOf is what is known of a currency; any other is named by its code.
func currencyOf(code string) currency {
	switch code {
	case "COP", "ARS", "CLP", "CUP", "DOP", "MXN", "PHP":
		return currency{symbol: "$", one: "peso", many: "pesos", cent: "centavo", cents: "centavos"}
	case "UYU":
		return currency{symbol: "$", one: "peso", many: "pesos", cent: "centésimo", cents: "centésimos"}
	case "USD":
		return currency{symbol: "US$", one: "dólar", many: "dólares", cent: "centavo", cents: "centavos"}
	case "EUR":
		return currency{symbol: "€", one: "euro", many: "euros", cent: "céntimo", cents: "céntimos"}
	case "GBP":
		return currency{symbol: "£", one: "libra", many: "libras", cent: "penique", cents: "peniques", feminine: true}
	case "PEN":
		return currency{symbol: "S/", one: "sol", many: "soles", cent: "céntimo", cents: "céntimos"}
	case "BRL":
		return currency{symbol: "R$", one: "real", many: "reales", cent: "centavo", cents: "centavos"}
	case "BOB":
		return currency{symbol: "Bs", one: "boliviano", many: "bolivianos", cent: "centavo", cents: "centavos"}
	case "VES", "VED":
		return currency{symbol: "Bs", one: "bolívar", many: "bolívares", cent: "céntimo", cents: "céntimos"}
	case "PYG":
		return currency{symbol: "₲", one: "guaraní", many: "guaraníes"}
	case "CRC":
		return currency{symbol: "₡", one: "colón", many: "colones", cent: "céntimo", cents: "céntimos"}
	case "GTQ":
		return currency{symbol: "Q", one: "quetzal", many: "quetzales", cent: "centavo", cents: "centavos"}
	case "HNL":
		return currency{symbol: "L", one: "lempira", many: "lempiras", cent: "centavo", cents: "centavos"}
	case "NIO":
		return currency{symbol: "C$", one: "córdoba", many: "córdobas", cent: "centavo", cents: "centavos"}
	case "PAB":
		return currency{symbol: "B/.", one: "balboa", many: "balboas", cent: "centésimo", cents: "centésimos"}
	case "CLF":
		return currency{symbol: "UF", one: "unidad de fomento", many: "unidades de fomento", feminine: true}
	case "CAD":
		return currency{symbol: "CA$", one: "dólar canadiense", many: "dólares canadienses", cent: "centavo", cents: "centavos"}
	case "CHF":
		return currency{symbol: "CHF", one: "franco suizo", many: "francos suizos", cent: "céntimo", cents: "céntimos"}
	case "JPY":
		return currency{symbol: "JP¥", one: "yen", many: "yenes"}
	default:
		return currency{symbol: code, one: code, many: code}
	}
}
