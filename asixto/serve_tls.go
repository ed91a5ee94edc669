package asixto

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"time"
)

// tlsConfig returns nil where opts want no TLS.
func (s *Server) tlsConfig(opts *ServeOptions) (*tls.Config, error) {
	files := opts.CertFile != "" || opts.KeyFile != ""
	if !files && opts.TLSConfig == nil {
		return nil, nil //nolint:nilnil // plain HTTP
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if opts.TLSConfig != nil {
		config = opts.TLSConfig.Clone()
	}
	if config.MinVersion == 0 {
		config.MinVersion = tls.VersionTLS12
	}
	own := config.GetCertificate != nil || len(config.Certificates) > 0 || config.GetConfigForClient != nil
	switch {
	case config.MinVersion < tls.VersionTLS12:
		return nil, errors.New("asixto: ServeOptions.TLSConfig allows less than TLS 1.2: leave MinVersion out")
	case files && (opts.CertFile == "" || opts.KeyFile == ""):
		return nil, errors.New("asixto: ServeOptions: CertFile and KeyFile belong together: write both")
	case files && own:
		return nil, errors.New("asixto: ServeOptions: CertFile and TLSConfig both bring a certificate: leave one of them out")
	case !files && !own:
		return nil, errors.New("asixto: ServeOptions.TLSConfig has no certificate: write CertFile and KeyFile, or set GetCertificate")
	case !files:
		return config, nil
	}
	pair := s.certificate(opts.CertFile, opts.KeyFile)
	if err := pair.start(); err != nil {
		return nil, fmt.Errorf("asixto: the certificate of ServeOptions: %w", err)
	}
	config.GetCertificate = func(hello *tls.ClientHelloInfo) (*tls.Certificate, error) {
		return pair.get(hello.Context()), nil
	}
	return config, nil
}

// certificate is the pair in two files, read again when they change.
func (s *Server) certificate(certFile, keyFile string) *reloaded[*tls.Certificate] {
	files := &watched{paths: []string{certFile, keyFile}}
	return &reloaded[*tls.Certificate]{
		what: "the certificate in " + certFile, every: time.Second, log: s.log,
		load: func(context.Context) (*tls.Certificate, bool, error) {
			contents, changed, err := files.read()
			if err != nil || !changed {
				return nil, false, err
			}
			pair, err := tls.X509KeyPair(contents[0], contents[1])
			if err == nil {
				err = inTime(pair.Leaf, time.Now())
			}
			if err != nil {
				return nil, false, err
			}
			files.accept()
			return &pair, true, nil
		},
	}
}

// inTime keeps out a certificate that every client would refuse.
func inTime(leaf *x509.Certificate, now time.Time) error {
	switch {
	case now.After(leaf.NotAfter):
		return fmt.Errorf("it expired at %s", leaf.NotAfter.Format(time.RFC3339))
	case now.Before(leaf.NotBefore):
		return fmt.Errorf("it is not valid before %s", leaf.NotBefore.Format(time.RFC3339))
	}
	return nil
}
